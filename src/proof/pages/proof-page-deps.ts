import type { Clock } from '../../base/clock.ts';
import type { CheckpointStore } from '../checkpoint-store.ts';
import type { NodeSaid } from '../read-node-said.ts';

export interface ProofPageDeps {
  readonly proofs: CheckpointStore;
  readonly serviceStatus: {
    /** Null where the operator publishes nothing of the node. */
    readonly readNodeSaid: (() => Promise<NodeSaid | null>) | null;
  };
  readonly clock: Clock;
}
