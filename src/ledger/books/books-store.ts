import type { Msat } from '../../base/amount.ts';

/**
 * Port: checks the books against rows, not against running totals. Each call reads one snapshot of
 * the database.
 */
export interface BooksStore {
  /** Checks all the books. Writes nothing. */
  checkBooks(): Promise<BooksReport>;
  /**
   * Checks lines and records that users have got since the last call, and the transfers these are
   * part of: a bounded number of lines, of the next users in order of their ids. A part with
   * findings is not noted as checked.
   *
   * @param fromUser the user to begin with; null for the first
   */
  checkNewLines(fromUser: string | null): Promise<BooksPart>;
  /**
   * Checks the next slice of all the books from zero: of some users or some transfers. Where the
   * next one begins is stored, unless there are findings. Null when the sweep has ended and the
   * next one is not due: it begins an hour after the last one began, or later if that took long,
   * but within a day.
   */
  checkSlice(): Promise<readonly BooksFinding[] | null>;
}

/**
 * The most findings that are reported for one rule of the books, as broken books may break a rule
 * in each row.
 */
export const FINDINGS_MAX = 20;

export interface BooksPart {
  readonly findings: readonly BooksFinding[];
  /** The number of lines and records that were checked. */
  readonly linesCount: number;
  /** The user from whom to go on; null after the last. */
  readonly nextUser: string | null;
}

export interface BooksReport {
  /**
   * The place and timeline of the database that was checked. They change when it is restored or
   * replaced, and when its server starts.
   */
  readonly place: string;
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
