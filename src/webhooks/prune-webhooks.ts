import { PRUNE_STEP, prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import type { DeliveryStore, WebhookPruneStore } from './delivery-store.ts';
import { KEEP_WEBHOOK_ATTEMPTS_MS, KEEP_WEBHOOK_REMAINS_MS } from './limits.ts';

export interface PruneAttemptLogDeps {
  readonly deliveries: Pick<DeliveryStore, 'pruneAttempts'>;
  readonly clock: Clock;
}

/** Removes old attempts from the log of webhooks. The deliveries stay. */
export async function pruneAttemptLog(
  { deliveries, clock }: PruneAttemptLogDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_WEBHOOK_ATTEMPTS_MS);
  await prune((limit) => deliveries.pruneAttempts(before, limit), signal);
}

export interface PruneWebhooksDeps {
  readonly webhookPrunes: WebhookPruneStore;
  readonly clock: Clock;
}

/**
 * Removes test events, and deleted endpoints with all their deliveries. All other deliveries stay
 * as long as their endpoint, because they can be sent again at any time.
 */
export async function pruneWebhooks(
  { webhookPrunes, clock }: PruneWebhooksDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_WEBHOOK_REMAINS_MS);
  await prune((limit) => webhookPrunes.pruneTests(before, limit), signal);
  let isMore = true;
  while (isMore && !signal.aborted) {
    isMore = await webhookPrunes.pruneDeletedEndpoint(before, PRUNE_STEP);
  }
}
