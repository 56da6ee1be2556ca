import type { Custody } from '../authorization/user-limits.ts';
import type { Sat } from '../base/amount.ts';

/** Port: the balances of users. */
export interface WalletStore {
  /** Reads both balances of a user, spendable and held; null when there is no such user. */
  readBalances(userId: string): Promise<WalletBalances | null>;
  /**
   * Reads the money of a user with the limits that the operator has set on it; null when there is
   * no such user.
   */
  readCustody(userId: string, at: Date): Promise<Custody | null>;
}

export interface WalletBalances {
  /** The money that the user can spend now. */
  readonly balanceSat: Sat;
  /** The money that is set aside for payments under way. */
  readonly heldSat: Sat;
}
