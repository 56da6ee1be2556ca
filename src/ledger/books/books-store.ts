import type { Msat } from '../../base/amount.ts';

/** Port: proves the books from scratch, read-only, on one snapshot. */
export interface BooksStore {
  checkBooks(): Promise<BooksReport>;
}

/** The most findings per rule: broken books can have as many as there are rows. */
export const FINDINGS_MAX = 20;

export interface BooksReport {
  readonly transfersCount: bigint;
  /** The sum of all wallets, of held money and of unclaimed money. */
  readonly liabilitiesMsat: Msat;
  /** The ledger's node account: the negative of the sum that the node should hold for us. */
  readonly nodeMsat: Msat;
  readonly findings: readonly BooksFinding[];
}

export interface BooksFinding {
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
}
