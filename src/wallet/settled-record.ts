import { creditSat, debitSat, type Sat, satToNumber } from '../base/amount.ts';
import { readBolt11 } from '../lightning/bolt11-decode.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';
import type { SentTo } from '../lnurl/sent-to.ts';
import type { NodeIdentity } from '../operations/node-identity.ts';
import type { Invoice } from './invoice.ts';
import type { Payment, SettledPayment } from './payment.ts';
import type { Receipt } from './receipt.ts';
import { readPayload } from './record-payload.ts';
import { type WalletRecord, writeRecord } from './wallet-record.ts';

/** Shown as the expiry of keysends, which cannot expire, because clients expect a value. */
const KEYSEND_EXPIRY_SEC = 900;

/** An invoice without a settled record: still open, or settled a moment ago. */
export function renderInvoice(invoice: Invoice, node: NodeIdentity): string {
  const isSettled = invoice.settledAt !== null;
  return writeRecord({
    ...baseRecord(invoice.paymentHash, invoice.createdAt, invoice.amountSat),
    ...payloadFields(new Map()),
    ...invoiceFields(invoice, node),
    ...settlementFields(invoice.settledAt, isSettled ? invoice.preimage : null),
    identifier: invoice.identifier,
  });
}

/**
 * Money that arrived for an invoice. The first receipt has the invoice's identifier and time, a
 * later one its own; the receipt holds both already.
 */
export function renderReceipt(invoice: Invoice, receipt: Receipt, node: NodeIdentity): string {
  const payload = payloadFields(receipt.records);
  const own = invoiceFields(invoice, node);
  return writeRecord({
    ...baseRecord(receipt.paymentHash, receipt.createdAt, creditSat(receipt.amountMsat)),
    ...payload,
    ...own,
    // The invoice's creator knows better than the payer's app.
    payer_name: own.payer_name ?? payload.payer_name,
    comment: own.comment ?? payload.comment,
    ...settlementFields(receipt.settledAt, receipt.preimage ?? invoice.preimage),
    identifier: receipt.identifier,
  });
}

/** A keysend that arrived for a user. */
export function renderKeysendReceipt(receipt: Receipt, node: NodeIdentity): string {
  return writeRecord({
    ...baseRecord(receipt.paymentHash, receipt.createdAt, creditSat(receipt.amountMsat)),
    ...payloadFields(receipt.records),
    ...settlementFields(receipt.settledAt, receipt.preimage),
    ...keysendExpiry(receipt.createdAt),
    destination_alias: node.alias,
    destination_pubkey: node.pubkey,
    identifier: receipt.identifier,
    memo: '',
  });
}

export function renderSettledPayment(payment: SettledPayment): string {
  return writeRecord({
    ...paymentFields(payment),
    ...settlementFields(payment.endedAt, payment.preimage),
    fee: satToNumber(payment.feeSat),
  });
}

/** A payment that has not ended. Its final cost is not known. */
export function renderOpenPayment(payment: Payment): string {
  return writeRecord(paymentFields(payment));
}

function paymentFields(payment: Payment): WalletRecord {
  return {
    ...baseRecord(payment.paymentHash, payment.createdAt, debitSat(payment.amountMsat)),
    ...payloadFields(payment.records),
    ...(payment.kind === 'keysend' ? keysendExpiry(payment.createdAt) : paidFields(payment)),
    description_hash: payment.descriptionHash,
    destination_pubkey: payment.destination,
    ...sentFields(payment.sentTo),
    identifier: payment.identifier,
    memo: payment.memo ?? (payment.kind === 'keysend' ? '' : null),
    payment_request: payment.bolt11,
    type: 'outgoing',
  };
}

/** To whom it went, in the form that clients know (NIP-47 and the SDK's metadata). */
const sentFields = (sentTo: SentTo | null) =>
  sentTo === null
    ? {}
    : {
        comment: sentTo.comment,
        metadata: { recipient_data: { identifier: sentTo.payee } },
      };

function paidFields(payment: Payment) {
  const paid = readPaidInvoice(payment.bolt11);
  return {
    expires_at: paid.expiresAt === null ? null : paid.expiresAt.toISOString(),
    expiry: paid.expirySec,
    first_route_hint_pubkey: paid.firstRouteHintPubkey,
  };
}

const invoiceFields = (invoice: Invoice, node: NodeIdentity) => ({
  comment: invoice.comment,
  description_hash: invoice.descriptionHash,
  destination_alias: node.alias,
  destination_pubkey: node.pubkey,
  expires_at: invoice.expiresAt.toISOString(),
  expiry: invoice.expirySec,
  memo: invoice.memo,
  metadata: invoice.metadataJson === null ? null : JSON.parse(invoice.metadataJson),
  payer_email: invoice.payerEmail,
  payer_name: invoice.payerName,
  payer_pubkey: invoice.payerPubkey,
  payment_request: invoice.bolt11 ?? '',
});

function payloadFields(records: CustomRecords) {
  const { boostagram, customRecords, keysendMessage } = readPayload(records);
  return {
    boostagram: boostagram?.fields ?? null,
    comment: boostagram?.message ?? null,
    custom_records: customRecords,
    keysend_message: keysendMessage,
    payer_name: boostagram?.senderName ?? null,
  };
}

const keysendExpiry = (createdAt: Date) => ({
  expires_at: new Date((unixSeconds(createdAt) + KEYSEND_EXPIRY_SEC) * 1000).toISOString(),
  expiry: KEYSEND_EXPIRY_SEC,
});

const settlementFields = (settledAt: Date | null, preimage: string | null) => ({
  preimage,
  settled: settledAt !== null,
  settled_at: settledAt === null ? null : settledAt.toISOString(),
  state: settledAt === null ? ('CREATED' as const) : ('SETTLED' as const),
});

/** Every field with its empty value; renderers replace what they know. */
function baseRecord(paymentHash: string, createdAt: Date, amountSat: Sat): WalletRecord {
  return {
    amount: satToNumber(amountSat),
    boostagram: null,
    comment: null,
    created_at: createdAt.toISOString(),
    creation_date: unixSeconds(createdAt),
    currency: 'BTC',
    custom_records: null,
    description_hash: null,
    destination_alias: null,
    destination_pubkey: null,
    expires_at: null,
    expiry: 0,
    fee: 0,
    fiat_currency: 'USD',
    fiat_in_cents: 0,
    first_route_hint_alias: null,
    first_route_hint_pubkey: null,
    identifier: '',
    keysend_message: null,
    memo: null,
    metadata: null,
    payer_email: null,
    payer_name: null,
    payer_pubkey: null,
    payment_hash: paymentHash,
    payment_request: '',
    preimage: null,
    r_hash_str: paymentHash,
    settled: false,
    settled_at: null,
    state: 'CREATED',
    type: 'incoming',
    value: satToNumber(amountSat),
  };
}

const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** What a payment's record shows of the invoice that was paid. */
export interface PaidInvoice {
  readonly expirySec: number;
  readonly expiresAt: Date | null;
  readonly firstRouteHintPubkey: string | null;
}

/**
 * The text was decoded before the payment began. If this version can no longer read it, the record
 * shows less; that must never hold up an end that the node has proved.
 */
export function readPaidInvoice(bolt11: string): PaidInvoice {
  const read = readBolt11(bolt11);
  if (!read.ok) return { expirySec: 0, expiresAt: null, firstRouteHintPubkey: null };
  const { timestampSec, expirySec, routeHints } = read.value;
  return {
    expirySec,
    expiresAt: new Date((timestampSec + expirySec) * 1000),
    firstRouteHintPubkey: routeHints[0]?.[0]?.pubkey ?? null,
  };
}
