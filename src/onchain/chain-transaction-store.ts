import type { Deposit } from './deposit.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Port: deposits and withdrawals of a user in one list. */
export interface ChainTransactionStore {
  /** Lists deposits and withdrawals, newest first. */
  list(query: ChainTransactionQuery): Promise<readonly ChainTransaction[]>;
  /**
   * Lists transactions that have changed the balance, newest first: credited deposits, and
   * withdrawals that have not failed.
   */
  listMoved(query: MovedQuery): Promise<readonly ChainTransaction[]>;
  /** Lists deposits that were seen but are not credited yet, newest first. */
  listArriving(userId: string, limit: number): Promise<readonly Deposit[]>;
  /**
   * Finds a withdrawal of this user by its public identifier; null when there is none, or when it
   * belongs to another user.
   */
  findSent(userId: string, identifier: string): Promise<Withdrawal | null>;
}

export interface ChainTransactionQuery {
  readonly userId: string;
  /** Whether withdrawals are listed too. */
  readonly hasSent: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface MovedQuery extends Omit<ChainTransactionQuery, 'offset'> {
  /** Whether deposits are listed too. */
  readonly hasArrived: boolean;
}

export type ChainTransaction =
  | { readonly type: 'incoming'; readonly deposit: Deposit }
  | { readonly type: 'outgoing'; readonly withdrawal: Withdrawal };
