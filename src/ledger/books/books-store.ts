import type { Msat } from '../../base/amount.ts';

/**
 * Port: checks the books against all rows, not against running totals. It writes nothing, and reads
 * one snapshot of the database.
 */
export interface BooksStore {
  checkBooks(): Promise<BooksReport>;
}

/**
 * The most findings that are reported for one rule of the books, as broken books may break a rule
 * in each row.
 */
export const FINDINGS_MAX = 20;

export interface BooksReport {
  readonly transfersCount: bigint;
  /** The sum of all wallets, of held money and of unclaimed money. */
  readonly liabilitiesMsat: Msat;
  /**
   * The balance of the ledger's account `node`: the negative of the sum that the node should hold
   * for users.
   */
  readonly nodeMsat: Msat;
  readonly findings: readonly BooksFinding[];
}

export interface BooksFinding {
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
}
