import type { Clock } from '../base/clock.ts';
import type { WebhookPruneStore } from './delivery-store.ts';

export interface EndExpiredEndpointsDeps {
  readonly webhookPrunes: WebhookPruneStore;
  readonly clock: Clock;
}

/** The most endpoints of one step: each keeps its wallet locked until all of them are done. */
const MAX_AT_ONCE = 20;

/** Ends endpoints of expired tokens; revoking a token ends its endpoints immediately. */
export async function endExpiredEndpoints(
  { webhookPrunes, clock }: EndExpiredEndpointsDeps,
  signal: AbortSignal,
): Promise<void> {
  let ended = MAX_AT_ONCE;
  while (ended === MAX_AT_ONCE && !signal.aborted) {
    ended = await webhookPrunes.endExpired(clock.now(), MAX_AT_ONCE);
  }
}
