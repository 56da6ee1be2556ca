import type { Clock } from '../base/clock.ts';
import type { WebhookPruneStore } from './delivery-store.ts';

export interface EndExpiredEndpointsDeps {
  readonly webhookPrunes: WebhookPruneStore;
  readonly clock: Clock;
}

/**
 * The most endpoints that one transaction disables. The wallet of each one stays locked until the
 * transaction ends.
 */
const MAX_AT_ONCE = 20;

/** Disables endpoints of expired tokens. Revoking a token disables its endpoints immediately. */
export async function endExpiredEndpoints(
  { webhookPrunes, clock }: EndExpiredEndpointsDeps,
  signal: AbortSignal,
): Promise<void> {
  let ended = MAX_AT_ONCE;
  while (ended === MAX_AT_ONCE && !signal.aborted) {
    ended = await webhookPrunes.endExpired(clock.now(), MAX_AT_ONCE);
  }
}
