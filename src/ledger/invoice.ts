import type { Msat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';

/** Details that the creator of an invoice gave; null where they gave none. */
export interface InvoiceDetails {
  /** The description: the text in the BOLT11 invoice, or the one that its hash stands for. */
  readonly memo: string | null;
  readonly descriptionHash: string | null;
  readonly comment: string | null;
  /** Metadata that the creator sent, as JSON text of an object. */
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
  /** The public identifier of the invoice: 24 letters and digits. */
  readonly identifier: string;
  readonly userId: string;
  readonly paymentHash: string;
  readonly preimage: string;
  /** The amount, at least a sat; null where the payer chooses it. Only whole sats are credited. */
  readonly amountMsat: Msat | null;
  /**
   * The BOLT11 text; null until the node has made it, which is after the row of the invoice is
   * written.
   */
  readonly bolt11: string | null;
  readonly expirySec: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** When the invoice was first paid; null before. */
  readonly settledAt: Date | null;
}

/** The amount of an invoice that must name one; throws if the payer chooses it. */
export function namedAmountMsat({ amountMsat }: Pick<Invoice, 'amountMsat'>): Msat {
  assert(amountMsat !== null, 'this invoice was made with an amount');
  return amountMsat;
}
