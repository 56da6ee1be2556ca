import { sat } from '../../../base/amount.ts';
import type { Invoice } from '../../../wallet/invoice.ts';
import type { FoundInvoice, InvoiceOrigin } from '../../../wallet/invoice-store.ts';
import { hexToBytea } from '../connection/column-values.ts';

/** A row of `invoice` as one JSON value; payment-json.ts says why. */
export const INVOICE_JSON = `json_build_object(
  'id', invoice.id, 'identifier', invoice.identifier, 'user_id', invoice.user_id,
  'payment_hash', encode(invoice.payment_hash, 'hex'),
  'preimage', encode(invoice.preimage, 'hex'), 'amount_sat', invoice.amount_sat::text,
  'memo', invoice.memo, 'description_hash', encode(invoice.description_hash, 'hex'),
  'comment', invoice.comment, 'metadata_json', invoice.metadata_json,
  'payer_name', invoice.payer_name, 'payer_email', invoice.payer_email,
  'payer_pubkey', invoice.payer_pubkey, 'bolt11', invoice.bolt11,
  'expiry_sec', invoice.expiry_sec, 'created_at', invoice.created_at,
  'expires_at', invoice.expires_at, 'settled_at', invoice.settled_at,
  'receipts_count', invoice.receipts_count)`;

interface InvoiceJson {
  readonly id: string;
  readonly identifier: string;
  readonly user_id: string;
  readonly payment_hash: string;
  readonly preimage: string;
  readonly amount_sat: string;
  readonly memo: string | null;
  readonly description_hash: string | null;
  readonly comment: string | null;
  readonly metadata_json: string | null;
  readonly payer_name: string | null;
  readonly payer_email: string | null;
  readonly payer_pubkey: string | null;
  readonly bolt11: string | null;
  readonly expiry_sec: number;
  readonly created_at: string;
  readonly expires_at: string;
  readonly settled_at: string | null;
  readonly receipts_count: number;
}

export function parseFoundInvoice(json: string): FoundInvoice {
  const row: InvoiceJson = JSON.parse(json);
  return { invoice: toInvoice(row), receiptsCount: row.receipts_count };
}

export const parseInvoice = (json: string): Invoice => parseFoundInvoice(json).invoice;

const toInvoice = (row: InvoiceJson): Invoice => ({
  id: row.id,
  identifier: row.identifier,
  userId: row.user_id,
  paymentHash: row.payment_hash,
  preimage: row.preimage,
  amountSat: sat(BigInt(row.amount_sat)),
  memo: row.memo,
  descriptionHash: row.description_hash,
  comment: row.comment,
  metadataJson: row.metadata_json,
  payerName: row.payer_name,
  payerEmail: row.payer_email,
  payerPubkey: row.payer_pubkey,
  bolt11: row.bolt11,
  expirySec: row.expiry_sec,
  createdAt: new Date(row.created_at),
  expiresAt: new Date(row.expires_at),
  settledAt: row.settled_at === null ? null : new Date(row.settled_at),
});

/** A new row, for `json_populate_record`. */
export const toInvoiceColumns = (
  invoice: Invoice,
  { grantId, nodePubkey }: Pick<InvoiceOrigin, 'grantId' | 'nodePubkey'>,
): object => ({
  id: invoice.id,
  identifier: invoice.identifier,
  user_id: invoice.userId,
  grant_id: grantId,
  node_pubkey: nodePubkey,
  payment_hash: hexToBytea(invoice.paymentHash),
  preimage: hexToBytea(invoice.preimage),
  amount_sat: String(invoice.amountSat),
  memo: invoice.memo,
  description_hash: hexToBytea(invoice.descriptionHash),
  comment: invoice.comment,
  metadata_json: invoice.metadataJson,
  payer_name: invoice.payerName,
  payer_email: invoice.payerEmail,
  payer_pubkey: invoice.payerPubkey,
  bolt11: invoice.bolt11,
  expiry_sec: invoice.expirySec,
  created_at: invoice.createdAt,
  expires_at: invoice.expiresAt,
});
