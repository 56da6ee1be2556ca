import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { BooksFinding, BooksReport } from '../ledger/books/books-store.ts';

/** Port: the reasons why nothing may leave over the node that all processes must know. */
export interface PaymentStopStore {
  listStops(): Promise<readonly StoredStop[]>;
  /**
   * Stores the result of a proof of the books: nothing leaves while they do not balance, and
   * payments may leave again when they do.
   */
  noteBooks(report: BooksReport): Promise<void>;
  /** Null before the first proof. */
  lastBooksCheck(): Promise<BooksCheck | null>;
}

/** Port: the stop that operators make and lift themselves. */
export interface OperatorStopStore {
  /** False when there is one already, which stays as it is. */
  stop(detail: string, action: NewAction): Promise<boolean>;
  /** False when it is not there, or was made at another time than the given one; null for any. */
  lift(since: Date | null, action: NewAction): Promise<boolean>;
}

/** Port: what the last proof found, for admins. */
export interface BooksFindingsStore {
  /** A few of each kind. */
  listBooksFindings(): Promise<readonly BooksFinding[]>;
}

export interface StoredStop {
  readonly reason: StopReason;
  /** In words, for the operator. */
  readonly detail: string;
  readonly since: Date;
}

export type StopReason =
  /** `satchel restore` restored an earlier state of the database. */
  | 'restored'
  /** The database runs on another cluster or timeline than before. */
  | 'database_changed'
  | 'books'
  /** An operator made it on a page or by command, and lifts it there. */
  | 'operator';

export interface BooksCheck {
  readonly checkedAt: Date;
  readonly transfersCount: bigint;
  readonly findingsCount: number;
}
