import type { Custody } from '../access/user-limits.ts';
import type { Sat } from '../base/amount.ts';

/** Port: a user's figures. */
export interface WalletStore {
  /** Null when there is no such user. */
  readFigures(userId: string): Promise<WalletFigures | null>;
  /** Null when there is no such user. */
  readCustody(userId: string, at: Date): Promise<Custody | null>;
}

export interface WalletFigures {
  /** What can be spent now. */
  readonly balanceSat: Sat;
  /** Reserved for payments under way. */
  readonly heldSat: Sat;
}
