import type { Clock } from '../base/clock.ts';
import { KEEP_WEBHOOK_REMAINS_MS } from '../base/limits.ts';
import type { WebhookSweepStore } from '../webhook/sweep-store.ts';

export interface SweepWebhooksDeps {
  readonly webhookSweeps: WebhookSweepStore;
  readonly clock: Clock;
}

const MAX_AT_ONCE = 1000;

/**
 * Removes test events, and endpoints that were deleted with all that was sent to them. What tells
 * of real payments stays for as long as its endpoint does: it can be sent again at any time.
 */
export async function sweepWebhooks(
  { webhookSweeps, clock }: SweepWebhooksDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_WEBHOOK_REMAINS_MS);
  let removed = MAX_AT_ONCE;
  while (removed === MAX_AT_ONCE && !signal.aborted) {
    removed = await webhookSweeps.sweepTests(before, MAX_AT_ONCE);
  }
  let isMore = true;
  while (isMore && !signal.aborted) {
    isMore = await webhookSweeps.sweepDeletedEndpoint(before, MAX_AT_ONCE);
  }
}
