import type { NodeHoldings } from '../proof/read-node-holdings.ts';

/** The state of the whole service, for pages that many look at. Answers are kept for a while. */
export interface ServiceStatus {
  /** The time of the newest checkpoint of what is owed; null before the first checkpoint. */
  proofMadeAt(): Promise<Date | null>;
  /** Whether payments are stopped because the node holds less than is owed. */
  isCoverLost(): boolean;
  /** Reads what the node holds; null where the operator publishes nothing of it. */
  readonly readNodeHoldings: (() => Promise<NodeHoldings | null>) | null;
}
