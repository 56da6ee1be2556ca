import type { BooksReport } from './books-store.ts';

/** Port: why nothing may leave over the node, as far as all processes must know it. */
export interface OutsideStopStore {
  listStops(): Promise<readonly OutsideStop[]>;
  /**
   * What a proof of the books found is remembered: nothing leaves while they do not balance, and
   * the way is free again when they do.
   */
  noteBooks(report: BooksReport): Promise<void>;
  /** Null before the first proof. */
  lastBooksCheck(): Promise<BooksCheck | null>;
}

export interface OutsideStop {
  readonly reason: StopReason;
  /** In words, for the operator. */
  readonly detail: string;
  readonly since: Date;
}

export type StopReason =
  /** `satchel restore` put an earlier state of the database back. */
  | 'restored'
  /** The database runs on another cluster or timeline than before. */
  | 'database_changed'
  | 'books';

export interface BooksCheck {
  readonly checkedAt: Date;
  readonly transfersCount: bigint;
  readonly findingsCount: number;
}
