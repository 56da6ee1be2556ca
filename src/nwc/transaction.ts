import { type Msat, msat, sat, satToMsat, ZERO_MSAT } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { parseExactJson } from '../base/exact-json.ts';
import { unixSeconds } from '../base/wire-time.ts';
import type { ExactRecord, FoundForGrant } from '../history/grant-history-store.ts';
import type { Invoice } from '../ledger/invoice.ts';
import { hasInvoice } from '../ledger/movement-kind.ts';
import {
  beyondMsat,
  type Payment,
  type SettledPayment,
  toSettledPayment,
} from '../ledger/payment.ts';
import { readPayload } from '../ledger/record-payload.ts';
import type { WalletRecord } from '../ledger/wallet-record.ts';
import { readBolt11 } from '../lightning/bolt11-decode.ts';
import { NWC_OPEN_PAYMENT_SEC } from './limits.ts';
import { transactionMetadata } from './transaction-metadata.ts';
import { toWireMsat } from './wire-amount.ts';

/**
 * An invoice or payment as apps see it (NIP-47, lookup_invoice). Amounts are in msat, times in
 * seconds since 1970, and unknown values are left out.
 */
export interface Transaction {
  readonly type: 'incoming' | 'outgoing';
  readonly state: 'pending' | 'settled' | 'expired' | 'failed';
  /**
   * The text of the invoice. It is '' for keysends, because some apps reject a transaction without
   * this field.
   */
  readonly invoice: string;
  readonly description: string;
  readonly description_hash?: string;
  /** The preimage, which proves a payment; only settled transactions have it. */
  readonly preimage?: string;
  readonly payment_hash: string;
  readonly amount: number;
  readonly fees_paid: number;
  readonly created_at: number;
  /** The expiry; for a payment on its way it always lies in the future: see `paymentExpiry`. */
  readonly expires_at?: number;
  readonly settled_at?: number;
  readonly metadata?: object;
}

/** Presents the invoice or payment that an app has looked up. */
export function presentFound(found: FoundForGrant, now: Date): Transaction {
  switch (found.kind) {
    case 'record':
      return presentRecord(found);
    case 'invoice':
      return presentInvoice(found.found.invoice, now);
    case 'payment':
      return presentPayment(found.payment, now);
  }
}

/**
 * Presents a settled record. Amounts are exact in msat, although the record itself counts whole
 * sats.
 */
export function presentRecord({ movement, body, amountMsat }: ExactRecord): Transaction {
  const record = parseExactJson<WalletRecord>(body);
  const { description_hash, expires_at: expiresAt, settled_at: settledAt } = record;
  assert(settledAt !== null, 'a record in the history has settled');
  // A keysend has no expiry, although its record contains one for clients of the Wallet API.
  const isInvoice = hasInvoice(movement);
  return {
    type: record.type,
    state: 'settled',
    invoice: record.payment_request,
    description: record.memo ?? '',
    ...(description_hash === null ? {} : { description_hash }),
    // A payment received by AMP has no single preimage, but apps expect a text.
    preimage: record.preimage ?? '',
    payment_hash: record.payment_hash,
    amount: toWireMsat(amountMsat),
    fees_paid: record.type === 'outgoing' ? toWireMsat(beyond(record, amountMsat)) : 0,
    created_at: record.creation_date,
    ...(isInvoice && expiresAt !== null ? { expires_at: unixSeconds(new Date(expiresAt)) } : {}),
    settled_at: unixSeconds(new Date(settledAt)),
    ...transactionMetadata(record),
  };
}

/** The money that left the wallet besides the amount, such as fees, as `beyondMsat` computes it. */
const beyond = ({ amount, fee }: WalletRecord, amountMsat: Msat): Msat =>
  msat(satToMsat(sat(BigInt(amount) + BigInt(fee))) - amountMsat);

/**
 * Presents an invoice that has no settled record yet. A paid invoice is presented from its record,
 * which contains more.
 */
export function presentInvoice(invoice: Invoice, now: Date): Transaction {
  const { bolt11, descriptionHash, settledAt, expiresAt, preimage } = invoice;
  assert(bolt11 !== null, 'an invoice is shown once it has its text');
  const openState = expiresAt <= now ? 'expired' : 'pending';
  return {
    type: 'incoming',
    state: settledAt === null ? openState : 'settled',
    invoice: bolt11,
    description: invoice.memo ?? '',
    ...(descriptionHash === null ? {} : { description_hash: descriptionHash }),
    ...(settledAt === null ? {} : { preimage }),
    payment_hash: invoice.paymentHash,
    amount: toWireMsat(invoice.amountMsat ?? ZERO_MSAT),
    fees_paid: 0,
    created_at: unixSeconds(invoice.createdAt),
    expires_at: unixSeconds(expiresAt),
    ...(settledAt === null ? {} : { settled_at: unixSeconds(settledAt) }),
    ...transactionMetadata({
      metadata: invoice.metadataJson === null ? null : parseExactJson(invoice.metadataJson),
      comment: invoice.comment,
      payer_name: invoice.payerName,
      payer_email: invoice.payerEmail,
      payer_pubkey: invoice.payerPubkey,
      custom_records: null,
    }),
  };
}

/** Presents a payment in any state. Its fees are known only once it has settled. */
export const presentPayment = (payment: Payment, now: Date): Transaction =>
  presentOutgoing(payment, payment.state === 'settled' ? toSettledPayment(payment) : null, now);

/** The part of a payment that an app is shown before it has settled. */
export type OutgoingPayment = Pick<
  Payment,
  | 'state'
  | 'paymentHash'
  | 'amountMsat'
  | 'bolt11'
  | 'memo'
  | 'descriptionHash'
  | 'records'
  | 'sentTo'
  | 'createdAt'
>;

export function presentOutgoing(
  payment: OutgoingPayment,
  settled: SettledPayment | null,
  now: Date,
): Transaction {
  const { descriptionHash, sentTo } = payment;
  return {
    type: 'outgoing',
    state: settled !== null ? 'settled' : payment.state === 'failed' ? 'failed' : 'pending',
    invoice: payment.bolt11,
    description: payment.memo ?? '',
    ...(descriptionHash === null ? {} : { description_hash: descriptionHash }),
    ...(settled === null ? {} : { preimage: settled.preimage }),
    payment_hash: payment.paymentHash,
    amount: toWireMsat(payment.amountMsat),
    fees_paid: settled === null ? 0 : toWireMsat(beyondMsat(settled)),
    created_at: unixSeconds(payment.createdAt),
    ...paymentExpiry(payment, now),
    ...(settled === null ? {} : { settled_at: unixSeconds(settled.endedAt) }),
    ...transactionMetadata({
      metadata: sentTo === null ? null : { recipient_data: { identifier: sentTo.payee } },
      comment: sentTo?.comment ?? null,
      payer_name: null,
      payer_email: null,
      payer_pubkey: null,
      custom_records: readPayload(payment.records).customRecords,
    }),
  };
}

/**
 * The expiry of a payment. LNbits treats a payment on its way as failed once the expiry has passed,
 * or, without one, an hour after the payment began. So an open payment always gets an expiry in the
 * future. A null is never sent, because LNbits then fails to read the whole list.
 */
function paymentExpiry(
  { state, bolt11 }: OutgoingPayment,
  now: Date,
): { readonly expires_at?: number } {
  const read = bolt11 === '' ? null : readBolt11(bolt11);
  const stated = read?.ok ? read.value.timestampSec + read.value.expirySec : null;
  if (state !== 'settled' && state !== 'failed') {
    return { expires_at: Math.max(stated ?? 0, unixSeconds(now) + NWC_OPEN_PAYMENT_SEC) };
  }
  return stated === null ? {} : { expires_at: stated };
}
