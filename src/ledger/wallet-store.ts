import type { Custody } from '../authorization/user-limits.ts';
import type { Sat } from '../base/amount.ts';

/** Port: a user's balances. */
export interface WalletStore {
  /** Null when there is no such user. */
  readBalances(userId: string): Promise<WalletBalances | null>;
  /** Null when there is no such user. */
  readCustody(userId: string, at: Date): Promise<Custody | null>;
}

export interface WalletBalances {
  /** What can be spent now. */
  readonly balanceSat: Sat;
  /** Reserved for payments under way. */
  readonly heldSat: Sat;
}
