import type { Msat } from '../base/amount.ts';

/** What the creator of an invoice says of it. Null where nothing was said. */
export interface InvoiceDetails {
  /** Text in the BOLT11 invoice, or behind its description hash. */
  readonly memo: string | null;
  readonly descriptionHash: string | null;
  readonly comment: string | null;
  /** JSON text of an object, as the creator sent it. */
  readonly metadataJson: string | null;
  readonly payerName: string | null;
  readonly payerEmail: string | null;
  readonly payerPubkey: string | null;
}

export const NO_DETAILS: InvoiceDetails = {
  memo: null,
  descriptionHash: null,
  comment: null,
  metadataJson: null,
  payerName: null,
  payerEmail: null,
  payerPubkey: null,
};

/**
 * An incoming invoice that this service created. Only its BOLT11 text and its state ever change.
 */
export interface Invoice extends InvoiceDetails {
  readonly id: string;
  /** 24 letters and digits. */
  readonly identifier: string;
  readonly userId: string;
  readonly paymentHash: string;
  readonly preimage: string;
  /** At least a sat. Its user is credited the whole sats of it. */
  readonly amountMsat: Msat;
  /** Null between the writing of our row and the node's answer. */
  readonly bolt11: string | null;
  readonly expirySec: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Set by the first receipt. */
  readonly settledAt: Date | null;
}
