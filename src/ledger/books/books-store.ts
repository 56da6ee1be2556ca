import type { Msat } from '../../base/amount.ts';

/** Port: checks the books from scratch, without writing, on one snapshot of the database. */
export interface BooksStore {
  checkBooks(): Promise<BooksReport>;
}

/** The most findings of one rule: broken books can have as many as there are rows. */
export const FINDINGS_MAX = 20;

export interface BooksReport {
  readonly transfersCount: bigint;
  /** The sum of all wallets, of held money and of unclaimed money. */
  readonly liabilitiesMsat: Msat;
  /**
   * The ledger's account of the node: the negative of the sum that the node should hold for users.
   */
  readonly nodeMsat: Msat;
  readonly findings: readonly BooksFinding[];
}

export interface BooksFinding {
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
}
