import { deriveKey } from '../access/derived-key.ts';
import type { Database } from '../adapters/postgres/db.ts';
import { createDeliveryStore } from '../adapters/postgres/webhook-delivery-store.ts';
import { watchHoldWebhooksFile } from '../adapters/stop-file.ts';
import { openWebhookSender } from '../adapters/webhook-sender/sender.ts';
import type { WakeUp } from '../base/wake-up.ts';
import type { WebhookMetrics } from '../http/webhook-metrics.ts';
import { createSendingChannel } from '../usecases/send-webhook.ts';
import { addressRules } from '../webhook/address-rules.ts';
import { createOutageWatch } from '../webhook/own-outage.ts';
import { deliverWebhooks } from '../workers/deliver-webhooks.ts';
import type { Role } from './role.ts';
import type { Surroundings } from './surroundings.ts';

export interface WebhookLoopsOptions {
  readonly surroundings: Surroundings;
  readonly database: Database;
  readonly secretKey: Uint8Array;
  readonly wakeUp: WakeUp;
  readonly metrics: WebhookMetrics;
  readonly stop: AbortSignal;
}

/** Sends what is to be told, until the stop signal. */
export async function runWebhookLoops(options: WebhookLoopsOptions, role: Role): Promise<void> {
  if (role === 'api') return;
  const { surroundings, secretKey, wakeUp, stop } = options;
  const { clock, config } = surroundings;
  const sender = openWebhookSender({ addresses: addressRules(config.webhookAllow), clock });
  const channel = createSendingChannel({
    ...{ clock, sender, webhookKey: deriveKey(secretKey, 'webhook secret') },
    outage: createOutageWatch(),
  });
  const delivery = {
    ...{ ...surroundings, channel, wakeUp, observer: options.metrics.observer },
    deliveries: createDeliveryStore(options.database),
    isHoldingWebhooks: watchHoldWebhooksFile(config.dataDir),
  };
  try {
    await deliverWebhooks(delivery, stop);
  } finally {
    await sender.close();
  }
}
