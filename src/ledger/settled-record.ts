import { creditSat, debitSat, satToNumber, ZERO_MSAT } from '../base/amount.ts';
import { parseExactJson } from '../base/exact-json.ts';
import { isoTime, unixSeconds } from '../base/wire-time.ts';
import { readBolt11 } from '../lightning/bolt11-decode.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { Invoice } from './invoice.ts';
import type { Payment, SettledPayment } from './payment.ts';
import type { Receipt } from './receipt.ts';
import { readPayload } from './record-payload.ts';
import type { SentTo } from './sent-to.ts';
import { newRecord, type RecordDraft, writeRecord } from './wallet-record.ts';

/** Keysends cannot expire, but their records show this expiry because clients expect one. */
const KEYSEND_EXPIRY_SEC = 900;

/**
 * Writes the record of an invoice that has no stored record yet: the invoice is open, or settled a
 * moment ago.
 */
export function renderInvoice(invoice: Invoice, node: NodeIdentity): string {
  const { settledAt } = invoice;
  // An amount that the payer chooses is shown as 0, as it is by the BOLT11 decoders that apps know.
  const amountSat = creditSat(invoice.amountMsat ?? ZERO_MSAT);
  const record = newRecord(invoice.paymentHash, invoice.createdAt, amountSat);
  setInvoice(record, invoice, node);
  setSettlement(record, settledAt, settledAt === null ? null : invoice.preimage);
  record.identifier = invoice.identifier;
  return writeRecord(record);
}

/**
 * Writes the record of money that arrived for an invoice. Identifier and time are those of the
 * receipt.
 */
export function renderReceipt(invoice: Invoice, receipt: Receipt, node: NodeIdentity): string {
  const amountSat = creditSat(receipt.amountMsat);
  const record = newRecord(receipt.paymentHash, receipt.createdAt, amountSat);
  setPayload(record, receipt.records);
  setInvoice(record, invoice, node);
  setSettlement(record, receipt.settledAt, receipt.preimage ?? invoice.preimage);
  record.identifier = receipt.identifier;
  return writeRecord(record);
}

/** Writes the record of a keysend that arrived for a user. */
export function renderKeysendReceipt(receipt: Receipt, node: NodeIdentity): string {
  const amountSat = creditSat(receipt.amountMsat);
  const record = newRecord(receipt.paymentHash, receipt.createdAt, amountSat);
  setPayload(record, receipt.records);
  setSettlement(record, receipt.settledAt, receipt.preimage);
  setKeysendExpiry(record, receipt.createdAt);
  record.destination_alias = node.alias;
  record.destination_pubkey = node.pubkey;
  record.identifier = receipt.identifier;
  record.memo = '';
  return writeRecord(record);
}

export function renderSettledPayment(payment: SettledPayment): string {
  const record = paymentRecord(payment);
  setSettlement(record, payment.endedAt, payment.preimage);
  record.fee = satToNumber(payment.feeSat);
  return writeRecord(record);
}

/** Writes the record of a payment that has not ended, so its fee is left out. */
export const renderOpenPayment = (payment: Payment): string => writeRecord(paymentRecord(payment));

function paymentRecord(payment: Payment): RecordDraft {
  const record = newRecord(payment.paymentHash, payment.createdAt, debitSat(payment.amountMsat));
  setPayload(record, payment.records);
  record.description_hash = payment.descriptionHash;
  record.destination_pubkey = payment.destination;
  if (payment.sentTo !== null) setPayee(record, payment.sentTo);
  record.identifier = payment.identifier;
  record.memo = payment.memo;
  record.payment_request = payment.bolt11;
  record.type = 'outgoing';
  switch (payment.kind) {
    case 'bolt11':
      setPaidInvoice(record, payment.bolt11);
      return record;
    case 'keysend':
      setKeysendExpiry(record, payment.createdAt);
      record.memo ??= '';
      return record;
  }
}

/**
 * Adds the payee to a record, in the fields where clients expect it (NIP-47, and metadata as the
 * Wallet API's SDK has it).
 */
function setPayee(record: RecordDraft, { comment, payee }: SentTo): void {
  record.comment = comment;
  record.metadata = { recipient_data: { identifier: payee } };
}

function setPaidInvoice(record: RecordDraft, bolt11: string): void {
  const paid = readPaidInvoice(bolt11);
  record.expires_at = paid.expiresAt === null ? null : isoTime(paid.expiresAt);
  record.expiry = paid.expirySec;
  record.first_route_hint_pubkey = paid.firstRouteHintPubkey;
}

/**
 * Sets fields from the invoice after those from custom records, so that details from the creator of
 * the invoice override those that the payer's app has sent.
 */
function setInvoice(record: RecordDraft, invoice: Invoice, node: NodeIdentity): void {
  record.comment = invoice.comment ?? record.comment;
  record.description_hash = invoice.descriptionHash;
  record.destination_alias = node.alias;
  record.destination_pubkey = node.pubkey;
  record.expires_at = isoTime(invoice.expiresAt);
  record.expiry = invoice.expirySec;
  record.memo = invoice.memo;
  record.metadata = invoice.metadataJson === null ? null : parseExactJson(invoice.metadataJson);
  record.payer_email = invoice.payerEmail;
  record.payer_name = invoice.payerName ?? record.payer_name;
  record.payer_pubkey = invoice.payerPubkey;
  record.payment_request = invoice.bolt11 ?? '';
}

function setPayload(record: RecordDraft, records: CustomRecords): void {
  if (records.size === 0) return;
  const { boostagram, customRecords, keysendMessage } = readPayload(records);
  record.boostagram = boostagram?.fields ?? null;
  record.comment = boostagram?.message ?? null;
  record.custom_records = customRecords;
  record.keysend_message = keysendMessage;
  record.payer_name = boostagram?.senderName ?? null;
}

function setKeysendExpiry(record: RecordDraft, createdAt: Date): void {
  const expiresAtSec = unixSeconds(createdAt) + KEYSEND_EXPIRY_SEC;
  record.expires_at = isoTime(new Date(expiresAtSec * 1000));
  record.expiry = KEYSEND_EXPIRY_SEC;
}

function setSettlement(record: RecordDraft, settledAt: Date | null, preimage: string | null): void {
  record.preimage = preimage;
  record.settled = settledAt !== null;
  record.settled_at = settledAt === null ? null : isoTime(settledAt);
  record.state = settledAt === null ? 'CREATED' : 'SETTLED';
}

/** The fields of a paid invoice that the record of its payment shows. */
export interface PaidInvoice {
  readonly expirySec: number;
  readonly expiresAt: Date | null;
  readonly firstRouteHintPubkey: string | null;
}

/**
 * Reads a paid invoice, whose text was decoded before the payment began. If this version of the
 * program can no longer read it, the record shows less, so that a payment whose end the node has
 * proved can always be booked.
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
