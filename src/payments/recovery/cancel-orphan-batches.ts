import { type RepeatDeps, repeat } from '../../background/repeat.ts';
import type { BatchStore } from '../batch-store.ts';
import type { SilenceJudge } from './liveness.ts';

export interface CancelOrphanBatchesDeps extends RepeatDeps {
  readonly batches: BatchStore;
  readonly silence: Pick<SilenceJudge, 'deadSince'>;
}

const EVERY_MS = 5000;
const MAX_AT_ONCE = 100;

/** Items that a dead process left pending are never sent: no one waits for them any more. */
export async function cancelOrphanBatches(
  deps: CancelOrphanBatchesDeps,
  signal: AbortSignal,
): Promise<void> {
  const options = { name: 'cancelling batches without an owner', everyMs: EVERY_MS };
  await repeat(deps, options, signal, async () => {
    const deadSince = deps.silence.deadSince();
    for (const batchId of await deps.batches.listOrphanBatches(deadSince, MAX_AT_ONCE)) {
      await deps.batches.cancelPendingItems(batchId);
    }
  });
}
