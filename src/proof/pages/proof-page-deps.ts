import type { Clock } from '../../base/clock.ts';
import type { CheckpointStore } from '../checkpoint-store.ts';
import type { NodeHoldings } from '../read-node-holdings.ts';

export interface ProofPageDeps {
  readonly proofs: CheckpointStore;
  readonly serviceStatus: {
    /** Null where the operator publishes nothing of the node. */
    readonly readNodeHoldings: (() => Promise<NodeHoldings | null>) | null;
  };
  readonly clock: Clock;
}
