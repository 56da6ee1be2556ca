import type { Msat } from '../base/amount.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';

/**
 * Money that arrived. An invoice has any number of receipts. The first one uses the invoice's
 * identifier and creation time, a later one (paid internally, then again from outside) its own.
 */
export interface Receipt {
  readonly id: string;
  readonly identifier: string;
  /** `unclaimed`: it arrived for no known user, and an operator later assigned it. */
  readonly source: 'internal' | 'node' | 'unclaimed';
  readonly paymentHash: string;
  /** The preimage; null for AMP sets. */
  readonly preimage: string | null;
  /** The amount that actually arrived. */
  readonly amountMsat: Msat;
  readonly records: CustomRecords;
  readonly createdAt: Date;
  readonly settledAt: Date;
}
