import type { Clock } from '../base/clock.ts';
import type { IdempotencyStore } from '../wallet/idempotency.ts';

export interface SweepExpiredDeps {
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
}

const KEEP_KEYS_MS = 24 * 3_600_000;
const MAX_AT_ONCE = 1000;

/** Removes idempotency keys that have outlived their promise. Rows of money are never removed. */
export async function sweepExpired(deps: SweepExpiredDeps, signal: AbortSignal): Promise<void> {
  const endedBefore = new Date(deps.clock.now().getTime() - KEEP_KEYS_MS);
  let removed = MAX_AT_ONCE;
  while (removed === MAX_AT_ONCE && !signal.aborted) {
    removed = await deps.idempotency.sweepKeys(endedBefore, MAX_AT_ONCE);
  }
}
