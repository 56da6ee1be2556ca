import { deriveKey } from '../../access/derived-key.ts';
import { addressRules } from '../../base/address-rules.ts';
import type { WakeUp } from '../../base/wake-up.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/db.ts';
import { createDeliveryLogStore } from '../../webhooks/sql/delivery-log-store.ts';
import { createEndpointStore } from '../../webhooks/sql/endpoint-store.ts';
import { createEndpointInsightStore } from '../../webhooks/sql/insight-store.ts';
import { wakeAfterRequest } from '../../webhooks/wake-after-request.ts';
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
