import { hasWaited } from '../base/fault.ts';
import { WRITTEN_LATE_MS } from '../ledger/money-store.ts';
import type { PaymentBatch } from './batch-store.ts';
import { cancelPending, type RunBatchDeps } from './run-batch.ts';

/**
 * Stores a batch. If the database's answer is lost, the batch may have been stored; then none of
 * its items is sent.
 */
export async function writeBatch<Outcome>(
  deps: RunBatchDeps,
  batch: PaymentBatch,
  write: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await write();
  } catch (error) {
    // Cancelling may wait for a standby of the database. A caller who has already waited for the
    // standby is answered without waiting again.
    const cancelling = cancelPending(deps, batch);
    if (!hasWaited(error)) await cancelling;
    void cancelIfWrittenLate(deps, batch);
    throw error;
  }
}

async function cancelIfWrittenLate(deps: RunBatchDeps, batch: PaymentBatch): Promise<void> {
  await deps.clock.sleep(WRITTEN_LATE_MS, deps.shutdown);
  // If this process ends first, cancel-orphan-batches cancels the pending items.
  if (!deps.shutdown.aborted) await cancelPending(deps, batch);
}
