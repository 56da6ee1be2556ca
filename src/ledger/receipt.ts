import type { Msat } from '../base/amount.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';

/**
 * Money that arrived for an invoice or as a keysend. An invoice may be paid any number of times:
 * its first receipt has the invoice's identifier and creation time, a later one (paid internally,
 * then again from outside) its own.
 */
export interface Receipt {
  readonly id: string;
  readonly identifier: string;
  /**
   * How the money came. `unclaimed`: it arrived for no known user, and an operator assigned it
   * later.
   */
  readonly source: 'internal' | 'node' | 'unclaimed';
  readonly paymentHash: string;
  /** The preimage; null for money that came by AMP. */
  readonly preimage: string | null;
  /** The amount that actually arrived. */
  readonly amountMsat: Msat;
  readonly records: CustomRecords;
  readonly createdAt: Date;
  readonly settledAt: Date;
}
