import type { NodeHoldings } from '../proof/read-node-holdings.ts';

/** How the whole service stands, for pages that many look at. Answers are kept for a while. */
export interface ServiceStatus {
  /** When the newest checkpoint of what is owed was made; null before the first. */
  proofMadeAt(): Promise<Date | null>;
  /** Whether payments are stopped because the node holds less than is owed. */
  isCoverLost(): boolean;
  /** Null where the operator publishes nothing of the node. */
  readonly readNodeHoldings: (() => Promise<NodeHoldings | null>) | null;
}
