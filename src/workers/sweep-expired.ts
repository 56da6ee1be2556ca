import type { IdempotencyStore } from '../wallet/idempotency.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface SweepExpiredDeps extends RepeatDeps {
  readonly idempotency: IdempotencyStore;
}

const EVERY_MS = 60_000;
const KEEP_KEYS_MS = 24 * 3_600_000;
const MAX_AT_ONCE = 1000;

/** Removes idempotency keys that have outlived their promise. Rows of money are never removed. */
export async function sweepExpired(deps: SweepExpiredDeps, signal: AbortSignal): Promise<void> {
  await repeat(deps, { name: 'the sweep', everyMs: EVERY_MS }, signal, async () => {
    const endedBefore = new Date(deps.clock.now().getTime() - KEEP_KEYS_MS);
    let removed = MAX_AT_ONCE;
    while (removed === MAX_AT_ONCE && !signal.aborted) {
      removed = await deps.idempotency.sweepKeys(endedBefore, MAX_AT_ONCE);
    }
  });
}
