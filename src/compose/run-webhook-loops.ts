import type { Database } from '../adapters/postgres/connection/db.ts';
import { createDeliveryStore } from '../adapters/postgres/webhooks/delivery-store.ts';
import { watchHoldWebhooksFile } from '../adapters/stop-file.ts';
import type { WakeUp } from '../base/wake-up.ts';
import type { WebhookMetrics } from '../http/metrics/webhook-metrics.ts';
import type { DeliveryChannel } from '../webhook/delivery-channel.ts';
import { deliverWebhooks } from '../workers/deliver-webhooks.ts';
import type { Role } from './role.ts';
import type { Surroundings } from './surroundings.ts';

export interface WebhookLoopsOptions {
  readonly surroundings: Surroundings;
  readonly database: Database;
  readonly channel: DeliveryChannel;
  readonly wakeUp: WakeUp;
  readonly metrics: WebhookMetrics;
  readonly stop: AbortSignal;
}

/** Sends what is to be told, until the stop signal. */
export async function runWebhookLoops(options: WebhookLoopsOptions, role: Role): Promise<void> {
  if (role === 'api') return;
  const { surroundings, channel, wakeUp, stop } = options;
  const delivery = {
    ...{ ...surroundings, channel, wakeUp, observer: options.metrics.observer },
    deliveries: createDeliveryStore(options.database),
    isHoldingWebhooks: watchHoldWebhooksFile(surroundings.config.dataDir),
  };
  await deliverWebhooks(delivery, stop);
}
