import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import type { IdempotencyStore } from '../base/idempotency.ts';
import { KEEP_KEYS_MS, KEEP_KEYSEND_KEYS_MS } from './limits.ts';

export interface PruneKeysDeps {
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
}

/**
 * How far back a run looks, so that runs overlap. Keys that all runs missed are removed together
 * with those of keysends.
 */
const LOOK_BACK_MS = HOUR_MS;

/**
 * Removes idempotency keys that have outlived their promise, but never rows of money. Keys of
 * keysends are kept longer, so the first pass only reads keys of the last hour; otherwise it would
 * read all of them each time.
 */
export async function pruneKeys(
  { idempotency, clock }: PruneKeysDeps,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = clock.now().getTime();
  const endedBefore = new Date(nowMs - KEEP_KEYS_MS);
  const calledSince = new Date(endedBefore.getTime() - LOOK_BACK_MS);
  const recent = { calledSince, endedBefore, withKeysends: false };
  await prune((limit) => idempotency.pruneKeys(recent, limit), signal);
  const keysendsBefore = new Date(nowMs - KEEP_KEYSEND_KEYS_MS);
  const all = { calledSince: null, endedBefore: keysendsBefore, withKeysends: true };
  await prune((limit) => idempotency.pruneKeys(all, limit), signal);
}
