import type { Deposit } from './deposit.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Port: deposits and withdrawals in one list. */
export interface ChainTransactionStore {
  /** Lists deposits and withdrawals, the newest first. */
  list(query: ChainTransactionQuery): Promise<readonly ChainTransaction[]>;
  /**
   * Lists what has changed the balance, newest first: deposits that were credited, and withdrawals
   * that have not failed.
   */
  listMoved(query: MovedQuery): Promise<readonly ChainTransaction[]>;
  /** Lists deposits that were seen and not credited yet, newest first. */
  listArriving(userId: string, limit: number): Promise<readonly Deposit[]>;
  /** Finds what a user sends, by its name on the wire; null for that of another user, too. */
  findSent(userId: string, identifier: string): Promise<Withdrawal | null>;
}

export interface ChainTransactionQuery {
  readonly userId: string;
  /** Whether withdrawals are listed, too. */
  readonly hasSent: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface MovedQuery extends Omit<ChainTransactionQuery, 'offset'> {
  /** Whether what has arrived is listed, too. */
  readonly hasArrived: boolean;
}

export type ChainTransaction =
  | { readonly type: 'incoming'; readonly deposit: Deposit }
  | { readonly type: 'outgoing'; readonly withdrawal: Withdrawal };
