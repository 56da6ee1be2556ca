import type { Clock } from '../base/clock.ts';
import { KEEP_KEYS_MS, KEEP_KEYSEND_KEYS_MS } from '../base/limits.ts';
import type { IdempotencyStore, KeySweep } from '../wallet/idempotency.ts';

export interface SweepExpiredDeps {
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
}

const MAX_AT_ONCE = 1000;
/** Long enough that sweeps overlap. What they miss goes with the keys of keysends. */
const LOOK_BACK_MS = 3_600_000;

/**
 * Removes idempotency keys that have outlived their promise. Rows of money are never removed. Keys
 * of keysends stay longer, so the first pass looks at those of an hour only, or it would look at
 * all of them each time.
 */
export async function sweepExpired(deps: SweepExpiredDeps, signal: AbortSignal): Promise<void> {
  const nowMs = deps.clock.now().getTime();
  const endedBefore = new Date(nowMs - KEEP_KEYS_MS);
  const calledSince = new Date(endedBefore.getTime() - LOOK_BACK_MS);
  await sweepAll(deps, { calledSince, endedBefore, withKeysends: false }, signal);
  const keysendsBefore = new Date(nowMs - KEEP_KEYSEND_KEYS_MS);
  const all = { calledSince: null, endedBefore: keysendsBefore, withKeysends: true };
  await sweepAll(deps, all, signal);
}

async function sweepAll(
  { idempotency }: SweepExpiredDeps,
  sweep: KeySweep,
  signal: AbortSignal,
): Promise<void> {
  let removed = MAX_AT_ONCE;
  while (removed === MAX_AT_ONCE && !signal.aborted) {
    removed = await idempotency.sweepKeys(sweep, MAX_AT_ONCE);
  }
}
