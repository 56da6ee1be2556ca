import type { Msat } from '../base/amount.ts';

/**
 * An incoming invoice that this service created. Only its BOLT11 text and its state ever change.
 */
export interface Invoice {
  readonly id: string;
  /** 24 letters and digits. */
  readonly identifier: string;
  readonly userId: string;
  readonly paymentHash: string;
  readonly preimage: string;
  /** At least a sat. Its user is credited the whole sats of it. */
  readonly amountMsat: Msat;
  /** Text in the BOLT11 invoice, or behind its description hash; null when none was given. */
  readonly memo: string | null;
  readonly descriptionHash: string | null;
  readonly comment: string | null;
  /** JSON text of an object, as the creator sent it; null when none was sent. */
  readonly metadataJson: string | null;
  readonly payerName: string | null;
  readonly payerEmail: string | null;
  readonly payerPubkey: string | null;
  /** Null between the writing of our row and the node's answer. */
  readonly bolt11: string | null;
  readonly expirySec: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Set by the first receipt. */
  readonly settledAt: Date | null;
}
