import { deriveKey } from '../../access/derived-key.ts';
import { addressRules } from '../../base/address-rules.ts';
import type { Notifier } from '../../base/notifier.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/db.ts';
import { notifyAfterRequest } from '../../webhooks/notify-after-request.ts';
import { createDeliveryLogStore } from '../../webhooks/sql/delivery-log-store.ts';
import { createEndpointStatsStore } from '../../webhooks/sql/endpoint-stats-store.ts';
import { createEndpointStore } from '../../webhooks/sql/endpoint-store.ts';
import { type AccountStores, countedIf } from './compose-accounts.ts';

export interface WebhookEndpointsOptions {
  readonly database: Database;
  readonly accountStores: AccountStores;
  readonly secretKey: Uint8Array;
  readonly config: Config;
  /** Wakes the delivery worker, if it runs in this process. */
  readonly deliveryNotifier: Notifier;
}

/** What users and apps do with webhook endpoints. Sending is the job of a worker. */
export function composeWebhookEndpoints(options: WebhookEndpointsOptions) {
  const { database, accountStores, secretKey, config, deliveryNotifier } = options;
  return {
    endpoints: createEndpointStore(database),
    deliveryLog: notifyAfterRequest(createDeliveryLogStore(database), deliveryNotifier),
    endpointStats: createEndpointStatsStore(database),
    attempts: countedIf(config.rateLimit.isOn, accountStores.attempts),
    webhookKey: deriveKey(secretKey, 'webhook secret'),
    webhookAddresses: addressRules(config.webhookAllow),
  };
}
