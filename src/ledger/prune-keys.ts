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
 * A run reads the idempotency keys that have expired within this time, so that each run overlaps
 * with the one before. Keys that were missed anyway are removed later, with those of keysends.
 */
const LOOK_BACK_MS = HOUR_MS;

/**
 * Removes idempotency keys after the time for which they are promised to work; payments and
 * invoices stay. Keys of keysends are kept longer than others. The first pass, for the others,
 * reads only keys from a single hour, as it would otherwise read all kept keys of keysends each
 * time.
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
