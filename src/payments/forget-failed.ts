import { PRUNE_STEP, prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import type { BatchStore } from './batch-store.ts';
import { KEEP_BATCH_TEXTS_MS, KEEP_FAILED_TEXTS_MS, MAX_KEYSENDS } from './limits.ts';
import type { PaymentStore } from './payment-store.ts';

export interface ForgetFailedDeps {
  readonly payments: Pick<PaymentStore, 'forgetFailed'>;
  readonly batches: Pick<BatchStore, 'forgetItems'>;
  readonly clock: Clock;
}

/**
 * Removes invoices, memos and records of failed payments, and those of failed keysends in batches.
 * Failed payments cost nothing, so anyone could otherwise fill the database with such texts for
 * free.
 */
export async function forgetFailed(
  { payments, batches, clock }: ForgetFailedDeps,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = clock.now().getTime();
  const endedBefore = new Date(nowMs - KEEP_FAILED_TEXTS_MS);
  await prune((limit) => payments.forgetFailed(endedBefore, limit), signal);
  const batchesBefore = new Date(nowMs - KEEP_BATCH_TEXTS_MS);
  let found = BATCH_STEP;
  while (found >= BATCH_STEP && !signal.aborted) {
    found = await batches.forgetItems(batchesBefore, BATCH_STEP);
  }
}

/** The number of batches in one step, chosen so that their items fill the step. */
const BATCH_STEP = PRUNE_STEP / MAX_KEYSENDS;
