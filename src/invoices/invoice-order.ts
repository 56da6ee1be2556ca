import { creditSat, type Msat, type Sat, satToMsat } from '../base/amount.ts';
import { hexToBytes } from '../base/hex.ts';
import { isJsonWithin } from '../base/json-size.ts';
import {
  MAX_DESCRIPTION_BYTES,
  MAX_INVOICE_EXPIRY_SEC,
  MAX_JSON_VALUES,
  MAX_NOTE_LENGTH,
  MIN_INVOICE_EXPIRY_SEC,
} from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import { type Invoice, type InvoiceDetails, NO_DETAILS } from '../ledger/invoice.ts';
import type { CreateInvoiceRefusal } from '../ledger/wallet-refusals.ts';
import { DEFAULT_INVOICE_EXPIRY_SEC, MAX_METADATA_BYTES, MAX_METADATA_DEPTH } from './limits.ts';

/** An invoice as its caller wants it. A field is null where the caller has said nothing. */
export interface InvoiceOrder extends InvoiceDetails {
  /** The amount of the invoice; null where the payer chooses it. */
  readonly amountMsat: Msat | null;
  readonly description: string | null;
  /** The description under its older field name; `description` takes precedence. */
  readonly memo: string | null;
  /** The hash of a long description, in hex. The invoice contains it in place of the text. */
  readonly descriptionHash: string | null;
  /** The unit of the amount: an ISO 4217 code, or `btc`. */
  readonly currency: string | null;
  readonly expirySec: number | null;
}

/** The fields of an invoice for which the caller has said nothing; the amount is to be added. */
export const EMPTY_ORDER: Omit<InvoiceOrder, 'amountMsat'> = {
  ...NO_DETAILS,
  description: null,
  currency: null,
  expirySec: null,
};

export type CheckedOrder = Pick<Invoice, keyof InvoiceDetails | 'amountMsat' | 'expirySec'>;

export function checkInvoiceOrder(
  order: InvoiceOrder,
  { amountMaxSat }: { readonly amountMaxSat: Sat },
): Result<CheckedOrder, CreateInvoiceRefusal> {
  const { amountMsat, currency } = order;
  const amount = checkAmount(amountMsat, amountMaxSat);
  if (!amount.ok) return amount;
  if (currency !== null && currency.toLowerCase() !== 'btc') {
    return refuse({ kind: 'currency_not_supported', currency });
  }
  const complaint = findComplaint(order);
  if (complaint !== null) return badInput(complaint);
  return accept({
    amountMsat,
    memo: clean(order.description ?? order.memo),
    descriptionHash: order.descriptionHash?.toLowerCase() ?? null,
    comment: clean(order.comment),
    metadataJson: order.metadataJson,
    payerName: clean(order.payerName),
    payerEmail: clean(order.payerEmail),
    payerPubkey: clean(order.payerPubkey),
    expirySec: order.expirySec ?? DEFAULT_INVOICE_EXPIRY_SEC,
  });
}

function checkAmount(
  amountMsat: Msat | null,
  amountMaxSat: Sat,
): Result<null, CreateInvoiceRefusal> {
  if (amountMsat === null) return accept(null);
  if (amountMsat <= 0n) return badInput('amount must be greater than 0');
  // An invoice of less than a sat is refused: it would bring nothing, as wallets hold whole sats.
  if (creditSat(amountMsat) === 0n) return badInput('amount must be at least 1000 msat (1 sat)');
  if (amountMsat > satToMsat(amountMaxSat)) return refuse({ kind: 'amount_too_large' });
  return accept(null);
}

/** Text fields of an invoice that all have the same greatest length. */
type Note = Exclude<keyof InvoiceDetails, 'memo' | 'descriptionHash' | 'metadataJson'>;

function findComplaint(order: InvoiceOrder): string | null {
  const memo = order.description ?? order.memo ?? '';
  if (Buffer.byteLength(memo) > MAX_DESCRIPTION_BYTES) {
    return `description is longer than ${MAX_DESCRIPTION_BYTES} bytes`;
  }
  if (order.descriptionHash !== null && hexToBytes(order.descriptionHash, 32) === null) {
    return 'description_hash must be 64 hex characters';
  }
  const notes: Readonly<Record<Note, readonly [name: string, text: string | null]>> = {
    comment: ['comment', order.comment],
    payerName: ['payer_name', order.payerName],
    payerEmail: ['payer_email', order.payerEmail],
    payerPubkey: ['payer_pubkey', order.payerPubkey],
  };
  for (const [name, text] of Object.values(notes)) {
    if (text !== null && text.length > MAX_NOTE_LENGTH) {
      return `${name} is longer than ${MAX_NOTE_LENGTH} characters`;
    }
  }
  if (order.metadataJson !== null && Buffer.byteLength(order.metadataJson) > MAX_METADATA_BYTES) {
    return `metadata is larger than ${MAX_METADATA_BYTES} bytes`;
  }
  const metadata = Buffer.from(order.metadataJson ?? 'null');
  if (!isJsonWithin(metadata, { maxDepth: MAX_METADATA_DEPTH, maxValues: MAX_JSON_VALUES })) {
    return `metadata has more than ${MAX_METADATA_DEPTH} levels`;
  }
  const expirySec = order.expirySec ?? DEFAULT_INVOICE_EXPIRY_SEC;
  const isInRange = expirySec >= MIN_INVOICE_EXPIRY_SEC && expirySec <= MAX_INVOICE_EXPIRY_SEC;
  if (!Number.isInteger(expirySec) || !isInRange) {
    return `expiry must be ${MIN_INVOICE_EXPIRY_SEC} to ${MAX_INVOICE_EXPIRY_SEC} seconds`;
  }
  return null;
}

/**
 * Cleans a text for storage: PostgreSQL cannot store NUL, and a record's text must be valid UTF-8.
 */
const clean = (text: string | null): string | null =>
  text === null ? null : cleanText(text, text.length);

const badInput = (message: string) => refuse({ kind: 'bad_input' as const, message });
