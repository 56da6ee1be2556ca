import type { NodeHoldings } from '../proof/read-node-holdings.ts';

/**
 * The state of the whole service, for pages that many people look at. Its answers are kept for some
 * seconds.
 */
export interface ServiceStatus {
  /** The time of the newest checkpoint of what users are owed; null before the first one. */
  proofMadeAt(): Promise<Date | null>;
  /** Whether payments are stopped because the node holds less than users are owed. */
  isCoverLost(): boolean;
  /** Reads what the node holds; null if the operator does not publish it. */
  readonly readNodeHoldings: (() => Promise<NodeHoldings | null>) | null;
}
