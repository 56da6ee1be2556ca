import type { Sat } from '../base/amount.ts';

/** A user with the figures of their wallet, as read together with their token. */
export interface AccountView {
  readonly userId: string;
  /** 20 letters and digits; also the value of the keysend record 696969. */
  readonly identifier: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly nostrPubkey: string | null;
  readonly balanceSat: Sat;
  /** Settled incoming movements, keysends included. */
  readonly invoicesCount: number;
  /** Settled outgoing movements. */
  readonly transactionsCount: number;
  /** Settled incoming movements with a boostagram. */
  readonly boostagramsCount: number;
  readonly lastInvoiceAt: Date | null;
}
