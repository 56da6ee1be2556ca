import { deriveKey } from '../access/derived-key.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import { createDeliveryLogStore } from '../adapters/postgres/webhooks/delivery-log-store.ts';
import { createEndpointStore } from '../adapters/postgres/webhooks/endpoint-store.ts';
import { createEndpointInsightStore } from '../adapters/postgres/webhooks/insight-store.ts';
import { addressRules } from '../base/address-rules.ts';
import type { WakeUp } from '../base/wake-up.ts';
import type { Config } from '../config/config.ts';
import { wakeAfterRequest } from '../webhook/wake-after-request.ts';
import { type AccountStores, countedIf } from './compose-accounts.ts';

export interface WebhookEndpointsOptions {
  readonly database: Database;
  readonly accountStores: AccountStores;
  readonly secretKey: Uint8Array;
  readonly config: Config;
  /** Wakes the delivery worker, if it runs in this process. */
  readonly deliveryWakeUp: WakeUp;
}

/** What users and apps do with webhook endpoints. Sending is the job of a worker. */
export function composeWebhookEndpoints(options: WebhookEndpointsOptions) {
  const { database, accountStores, secretKey, config, deliveryWakeUp } = options;
  return {
    endpoints: createEndpointStore(database),
    deliveryLog: wakeAfterRequest(createDeliveryLogStore(database), deliveryWakeUp),
    endpointInsight: createEndpointInsightStore(database),
    attempts: countedIf(config.rateLimit.isOn, accountStores.attempts),
    webhookKey: deriveKey(secretKey, 'webhook secret'),
    webhookAddresses: addressRules(config.webhookAllow),
  };
}
