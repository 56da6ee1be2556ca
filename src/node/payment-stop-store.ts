import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { BooksFinding, BooksReport } from '../ledger/books/books-store.ts';

/**
 * Port: stops of outgoing payments that are stored in the database, so that all processes obey
 * them.
 */
export interface PaymentStopStore {
  listStops(): Promise<readonly StoredStop[]>;
  /** Stops payments until an operator has looked into the reason, and allows them again. */
  stopForOperator(detail: string): Promise<void>;
  /**
   * Stores the result of a check of the books: payments are stopped while the books do not balance,
   * and may leave again when they do.
   */
  noteBooks(report: BooksReport): Promise<void>;
  /** Stores what a check of a part of the books found wrong, and stops payments. */
  noteFindings(findings: readonly BooksFinding[]): Promise<void>;
  /** Stores that what was new in the books was checked, and nothing was wrong. */
  noteNewLines(): Promise<void>;
  /**
   * Whether the last check of all the books was of this database, and it has neither been restored
   * or replaced nor started since.
   */
  isCheckedHere(): Promise<boolean>;
  /** The last check of the books; null before the first one. */
  lastBooksCheck(): Promise<BooksCheck | null>;
}

/** Port: the stop of outgoing payments that operators set and lift themselves. */
export interface OperatorStopStore {
  /**
   * Stops payments over the node. False when an operator has already stopped them; that stop stays
   * as it is.
   */
  stop(detail: string, action: NewAction): Promise<boolean>;
  /**
   * Lifts an operator's stop. False when there is none, or it was made at another time than
   * `since`; null lifts any.
   */
  lift(since: Date | null, action: NewAction): Promise<boolean>;
}

/** Port: the findings of the last check of the books, which admins can read. */
export interface BooksFindingsStore {
  /** Lists findings of the last check of the books, a few of each kind. */
  listBooksFindings(): Promise<readonly BooksFinding[]>;
}

export interface StoredStop {
  readonly reason: StopReason;
  /** The reason for the stop, as a sentence for operators. */
  readonly detail: string;
  readonly since: Date;
}

export type StopReason =
  /** `satchel restore` has restored the database to an earlier state. */
  | 'restored'
  /**
   * The database runs on another cluster or timeline than before, so it was replaced or restored.
   */
  | 'database_changed'
  | 'books'
  /** An operator stopped payments on a page or by command, and lifts the stop there. */
  | 'operator'
  /** What leaves has reached a limit: see src/outflow/. */
  | 'outflow'
  /** Operators have locked the service down: see src/lockdown/. */
  | 'lockdown';

export interface BooksCheck {
  readonly checkedAt: Date;
  readonly transfersCount: bigint;
  readonly findingsCount: number;
}
