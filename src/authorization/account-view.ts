import type { Sat } from '../base/amount.ts';

/** A user with figures of their wallet, as they are read together with a token. */
export interface AccountView {
  readonly userId: string;
  /**
   * The identifier of the user, 20 letters and digits; also the value of the keysend record 696969.
   */
  readonly identifier: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly nostrPubkey: string | null;
  readonly balanceSat: Sat;
  /** The number of settled incoming movements, keysends included. */
  readonly invoicesCount: number;
  /** The number of settled outgoing movements. */
  readonly transactionsCount: number;
  /** The number of settled incoming movements with a boostagram. */
  readonly boostagramsCount: number;
  readonly lastInvoiceAt: Date | null;
}
