import type { Sat } from '../base/amount.ts';
import type { StatementWords } from './statement-words.ts';

/**
 * A month of a user's money, over balance and held money together: opening + incoming − outgoing −
 * fees = closing. A month that is closed never changes.
 */
export interface StatementMonth {
  /** The month as `2026-11`, by the calendar of its time zone. */
  readonly month: string;
  readonly timeZone: string;
  readonly beginsAt: Date;
  /** The first moment after the month. */
  readonly endsAt: Date;
  /**
   * The month contains the records with numbers above `afterSeq`, up to and including `lastSeq`.
   */
  readonly afterSeq: bigint;
  readonly lastSeq: bigint;
  readonly openingSat: Sat;
  readonly incomingSat: Sat;
  readonly outgoingSat: Sat;
  readonly feesSat: Sat;
  readonly closingSat: Sat;
  /**
   * The part of the closing balance that is set aside for payments on their way, at the end of the
   * month or now.
   */
  readonly heldSat: Sat;
  /**
   * The link of the statement chain before the month; `head` is the link at its end. Both are in
   * hex: see statement-chain.ts.
   */
  readonly previousLink: string;
  readonly head: string;
  /** When the month was closed; null for the open month. */
  readonly closedAt: Date | null;
}

/** The figures of a record: what it brought or took. */
export interface StatementFigures {
  readonly seq: bigint;
  readonly bookedAt: Date;
  /**
   * When the payment settled by the node's clock. For a record that was booked late, this may lie
   * before the month.
   */
  readonly settledAt: Date;
  readonly direction: 'incoming' | 'outgoing';
  readonly amountSat: Sat;
  readonly feeSat: Sat;
  /**
   * The app or token that ordered the payment or made the invoice; null for keysends that came in.
   */
  readonly grantId: string | null;
}

/** A record in a statement. */
export interface StatementLine extends StatementFigures {
  /** The record as JSON text, see settled-record.ts. */
  readonly body: string;
}

/** A record as pages show it. Only a few words of its JSON, which may be long, are read. */
export interface ShownLine extends StatementFigures {
  readonly words: Pick<StatementWords, 'identifier' | 'description' | 'counterparty'>;
}

/** A line of a statement, with the user's balance after it. */
export type Balanced<Line extends StatementFigures> = Line & { readonly balanceSat: Sat };

export type BalancedLine = Balanced<StatementLine>;

/**
 * The result of adding records to a statement. `more`: some are left. `unequal`: a month cannot be
 * closed because its records do not add up to the wallet's balance.
 */
export type StatementTotals = 'done' | 'more' | 'unequal';

/** Port: statements of users, timed by the database's clock. */
export interface StatementStore {
  /**
   * Adds up to STATEMENT_STEP records to a user's open month, and closes months that have been over
   * for an hour by both the database's clock and `now`. Repeated and simultaneous calls are safe,
   * as a record is added only once.
   */
  reckon(userId: string, now: Date): Promise<StatementTotals>;
  /** Lists months, newest first, including the open one. */
  listMonths(userId: string, limit: number): Promise<readonly StatementMonth[]>;
  findMonth(userId: string, month: string): Promise<StatementMonth | null>;
  /** Lists lines in the order of their numbers. */
  listLines(range: LineRange): Promise<readonly StatementLine[]>;
  /** Lists lines as pages show them, in the order of their numbers. */
  listShownLines(range: LineRange): Promise<readonly ShownLine[]>;
  /**
   * Sums up how a range of records changed the balance; null when too many such queries of the user
   * are waiting.
   */
  sumLines(range: Omit<LineRange, 'limit'>): Promise<bigint | null>;
  /**
   * Lists users with months that can be closed, in the order of their ids, beginning after
   * `afterUserId`.
   */
  listDue(now: Date, afterUserId: string | null, limit: number): Promise<readonly string[]>;
}

export interface LineRange {
  readonly userId: string;
  readonly afterSeq: bigint;
  readonly upToSeq: bigint;
  readonly limit: number;
}

export const changeOf = ({ direction, amountSat, feeSat }: StatementFigures): bigint =>
  direction === 'incoming' ? amountSat : -(amountSat + feeSat);
