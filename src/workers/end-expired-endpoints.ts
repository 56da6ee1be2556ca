import type { Clock } from '../base/clock.ts';
import type { WebhookSweepStore } from '../webhook/delivery-store.ts';

export interface EndExpiredEndpointsDeps {
  readonly webhookSweeps: WebhookSweepStore;
  readonly clock: Clock;
}

/** Each takes the lock of a wallet until all of them are done. */
const MAX_AT_ONCE = 20;

/** A token that is revoked takes its endpoints along at once; one whose time is up does it here. */
export async function endExpiredEndpoints(
  { webhookSweeps, clock }: EndExpiredEndpointsDeps,
  signal: AbortSignal,
): Promise<void> {
  let ended = MAX_AT_ONCE;
  while (ended === MAX_AT_ONCE && !signal.aborted) {
    ended = await webhookSweeps.endExpired(clock.now(), MAX_AT_ONCE);
  }
}
