import type { Sat } from '../base/amount.ts';

/** A user with the figures of his wallet, as read together with his token. */
export interface AccountView {
  readonly userId: string;
  /** 20 letters and digits; also the value of the keysend record 696969. */
  readonly identifier: string;
  readonly email: string;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly nostrPubkey: string | null;
  readonly balanceSat: Sat;
  /** Settled incoming, keysends included. */
  readonly invoicesCount: number;
  /** Settled outgoing. */
  readonly transactionsCount: number;
  /** Settled incoming with a boostagram. */
  readonly boostagramsCount: number;
  readonly lastInvoiceAt: Date | null;
}
