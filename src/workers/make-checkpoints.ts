import type { CheckpointStore } from '../proof/checkpoint-store.ts';

export interface MakeCheckpointsDeps {
  readonly proofs: Pick<CheckpointStore, 'hasRecords'>;
  /** In a process of its own, as the tree of many users takes seconds to grow. */
  readonly runCheckpoint: (signal: AbortSignal) => Promise<void>;
}

/** While no one has had any money, there is nothing to prove. */
export async function makeCheckpoints(
  deps: MakeCheckpointsDeps,
  signal: AbortSignal,
): Promise<void> {
  if (await deps.proofs.hasRecords()) await deps.runCheckpoint(signal);
}
