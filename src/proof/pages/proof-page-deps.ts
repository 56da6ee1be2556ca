import type { Clock } from '../../base/clock.ts';
import type { CheckpointStore } from '../checkpoint-store.ts';
import type { NodeHoldings } from '../read-node-holdings.ts';

export interface ProofPageDeps {
  readonly proofs: CheckpointStore;
  readonly serviceStatus: {
    /** Reads what the node holds; null where the operator publishes nothing of it. */
    readonly readNodeHoldings: (() => Promise<NodeHoldings | null>) | null;
  };
  readonly clock: Clock;
}
