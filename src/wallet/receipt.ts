import type { Msat } from '../base/amount.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';

/**
 * Money that arrived. An invoice has none, one or more receipts: the first takes the invoice's
 * identifier and creation time, a later one (paid internally, then once more from outside) its own.
 */
export interface Receipt {
  readonly id: string;
  readonly identifier: string;
  /** `unclaimed`: it came for nobody known, and an operator said later whose it is. */
  readonly source: 'internal' | 'node' | 'unclaimed';
  readonly paymentHash: string;
  /** Null for AMP sets. */
  readonly preimage: string | null;
  /** What really arrived. */
  readonly amountMsat: Msat;
  readonly records: CustomRecords;
  readonly createdAt: Date;
  readonly settledAt: Date;
}
