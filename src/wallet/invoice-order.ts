import type { Sat } from '../base/amount.ts';

/** What a caller wants of a new invoice. Null where nothing was said. */
export interface InvoiceOrder {
  readonly amountSat: Sat;
  readonly description: string | null;
  /** Older name of the description, which wins. */
  readonly memo: string | null;
  /** Hex; stands in the invoice instead of the text. */
  readonly descriptionHash: string | null;
  /** ISO 4217 code, or btc. */
  readonly currency: string | null;
  readonly comment: string | null;
  /** JSON text of an object. */
  readonly metadataJson: string | null;
  readonly payerName: string | null;
  readonly payerEmail: string | null;
  readonly payerPubkey: string | null;
  readonly expirySec: number | null;
}
