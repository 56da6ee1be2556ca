import type { Msat } from '../base/amount.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';

/**
 * Money that arrived for an invoice or as a keysend. An invoice may be paid several times, for
 * example by another user of this service and then again from outside. The first receipt has the
 * invoice's identifier and time of creation; each later one has its own.
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
  /** The preimage. Null for money that came by AMP, where payers choose the preimages. */
  readonly preimage: string | null;
  /** The amount that arrived, which may differ from that of the invoice. */
  readonly amountMsat: Msat;
  readonly records: CustomRecords;
  readonly createdAt: Date;
  readonly settledAt: Date;
}
