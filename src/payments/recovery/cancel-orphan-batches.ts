import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import type { BatchStore } from '../batch-store.ts';
import type { FailureDetector } from './failure-detector.ts';

export interface CancelOrphanBatchesDeps extends RunPeriodicallyDeps {
  readonly batches: BatchStore;
  readonly silence: Pick<FailureDetector, 'deadSince'>;
}

const EVERY_MS = 5000;
const MAX_AT_ONCE = 100;

/**
 * Cancels items that a dead process left pending. No caller waits for them any more, so they must
 * never be sent.
 */
export async function cancelOrphanBatches(
  deps: CancelOrphanBatchesDeps,
  signal: AbortSignal,
): Promise<void> {
  const options = { name: 'cancelling batches without an owner', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, async () => {
    const deadSince = deps.silence.deadSince();
    for (const batchId of await deps.batches.listOrphanBatches(deadSince, MAX_AT_ONCE)) {
      await deps.batches.cancelPendingItems(batchId);
    }
  });
}
