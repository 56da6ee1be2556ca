import type { ListDirection } from '../apps/nwc-keys/method.ts';
import { type Msat, msat } from '../base/amount.ts';
import { hexToBytes } from '../base/hex.ts';
import { MAX_INVOICE_EXPIRY_SEC, MIN_INVOICE_EXPIRY_SEC } from '../base/limits.ts';
import { MAX_UNIX_SEC } from '../base/wire-time.ts';
import { EMPTY_ORDER, type InvoiceOrder } from '../invoices/invoice-order.ts';
import { readBolt11 } from '../lightning/bolt11-decode.ts';
import { normalizeBolt11, readPrefix } from '../lightning/bolt11-prefix.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';
import type { KeysendOrder } from '../payments/keysend-order.ts';
import {
  DEFAULT_NWC_LIST,
  MAX_NWC_LIST,
  MAX_NWC_METADATA_LENGTH,
  MAX_NWC_TLV_RECORDS,
} from './limits.ts';
import type { ParamReader } from './param-reader.ts';
import { fieldOf } from './request-body.ts';

export interface MakeParams {
  readonly order: InvoiceOrder;
}

export interface PayParams {
  /** The text of the invoice, as it came. */
  readonly bolt11: string;
  /** The amount to pay for an invoice that states none; null where the invoice states its own. */
  readonly amountMsat: Msat | null;
  /** The most that routing may cost; null where the app sets no limit. */
  readonly maxFeeMsat: Msat | null;
}

export interface KeysendParams {
  readonly order: KeysendOrder;
}

export interface LookupParams {
  readonly paymentHash: string;
}

export interface ListParams {
  /**
   * The earliest and the latest creation time, in seconds since 1970, both inclusive. If `fromSec`
   * is the later one, nothing is listed.
   */
  readonly fromSec: number;
  readonly untilSec: number;
  readonly limit: number;
  readonly offset: number;
  readonly direction: ListDirection;
  /**
   * Whether unsettled transactions are listed too: open and expired invoices, or open and failed
   * payments.
   */
  readonly withUnpaid: { readonly incoming: boolean; readonly outgoing: boolean };
}

/**
 * Functions that each read the parameters of one method (NIP-47, Commands); they return null after
 * a complaint.
 */

export function readMakeParams(reader: ParamReader): MakeParams | null {
  const amountMsat = reader.amount('amount');
  const order = {
    ...EMPTY_ORDER,
    description: reader.text('description'),
    descriptionHash: reader.hash('description_hash'),
    metadataJson: readMetadata(reader),
    expirySec: reader.whole('expiry', MIN_INVOICE_EXPIRY_SEC, MAX_INVOICE_EXPIRY_SEC),
  };
  return amountMsat === null
    ? reader.complain('amount is missing')
    : { order: { ...order, amountMsat } };
}

/** Reads metadata. Metadata that are too long must be dropped (NIP-47, Metadata). */
function readMetadata(reader: ParamReader): string | null {
  const metadata = reader.object('metadata');
  const json = metadata === null ? null : JSON.stringify(metadata);
  return json === null || json.length > MAX_NWC_METADATA_LENGTH ? null : json;
}

/** Reads the parameters of a payment. Its metadata are not read, because they are not stored. */
export function readPayParams(reader: ParamReader): PayParams | null {
  const bolt11 = reader.text('invoice');
  const amountMsat = reader.amount('amount');
  const maxFee = reader.whole('max_fee', 0, Number.MAX_SAFE_INTEGER);
  if (bolt11 === null) return reader.complain('invoice is missing');
  const maxFeeMsat = maxFee === null ? null : msat(BigInt(maxFee));
  const stated = amountMsat === null ? null : statedAmount(bolt11);
  if (stated === null) return { bolt11, amountMsat, maxFeeMsat };
  return stated === amountMsat
    ? { bolt11, amountMsat: null, maxFeeMsat }
    : reader.complain('the amount differs from the amount of the invoice');
}

/**
 * Reads the amount in the text of an invoice. Whether the invoice is valid at all is checked when
 * it is paid.
 */
function statedAmount(text: string): Msat | null {
  const bolt11 = normalizeBolt11(text);
  const prefix = readPrefix(bolt11.slice(0, Math.max(0, bolt11.lastIndexOf('1'))));
  return prefix.ok ? prefix.value.amountMsat : null;
}

export function readKeysendParams(reader: ParamReader): KeysendParams | null {
  const amountMsat = reader.amount('amount');
  const destination = reader.text('pubkey');
  const records = readTlvRecords(reader);
  if (reader.text('preimage') !== null) {
    return reader.complain('preimage must be left out: this wallet makes it');
  }
  if (amountMsat === null) return reader.complain('amount is missing');
  if (destination === null) return reader.complain('pubkey is missing');
  return { order: { destination, amountMsat, memo: null, recordsText: null, records } };
}

/** Reads custom records. Which types may be sent is checked when the keysend is ordered. */
function readTlvRecords(reader: ParamReader): CustomRecords {
  const records = new Map<bigint, Uint8Array>();
  const list = reader.list('tlv_records') ?? [];
  if (list.length > MAX_NWC_TLV_RECORDS) reader.complain('there are too many tlv_records');
  for (const item of list.slice(0, MAX_NWC_TLV_RECORDS)) {
    const record = readTlvRecord(item);
    if (record === null) {
      reader.complain('tlv_records are objects of a type (a number below 2^53) and a value in hex');
      break;
    }
    if (records.has(record.type)) reader.complain(`tlv_records hold type ${record.type} twice`);
    records.set(record.type, record.bytes);
  }
  return records;
}

function readTlvRecord(item: unknown): { type: bigint; bytes: Uint8Array } | null {
  if (typeof item !== 'object' || item === null) return null;
  const [type, value] = [fieldOf(item, 'type'), fieldOf(item, 'value')];
  const isType = typeof type === 'number' && Number.isSafeInteger(type) && type >= 0;
  const bytes = typeof value === 'string' ? hexToBytes(value) : null;
  return isType && bytes !== null ? { type: BigInt(type), bytes } : null;
}

export function readLookupParams(reader: ParamReader): LookupParams | null {
  const asked = reader.hash('payment_hash');
  const bolt11 = reader.text('invoice');
  const paymentHash = bolt11 === null ? asked : hashOf(bolt11);
  if (paymentHash === null) {
    return reader.complain(
      bolt11 === null ? 'payment_hash or invoice is missing' : 'invoice cannot be read',
    );
  }
  return asked === null || asked === paymentHash
    ? { paymentHash }
    : reader.complain('payment_hash and invoice are of two invoices');
}

function hashOf(bolt11: string): string | null {
  const read = readBolt11(normalizeBolt11(bolt11));
  return read.ok ? read.value.paymentHash : null;
}

export function readListParams(reader: ParamReader): ListParams {
  const fromSec = readUnixSec(reader, 'from') ?? 0;
  const untilSec = readUnixSec(reader, 'until') ?? MAX_UNIX_SEC;
  const limit = reader.whole('limit', 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const offset = reader.whole('offset', 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const type = reader.text('type') ?? 'both';
  const isType = type === 'incoming' || type === 'outgoing' || type === 'both';
  if (!isType) reader.complain('type must be incoming or outgoing');
  const unpaid = reader.flag('unpaid');
  const [unpaidIn, unpaidOut] = [reader.flag('unpaid_incoming'), reader.flag('unpaid_outgoing')];
  return {
    fromSec,
    untilSec,
    // A limit of 0 means the default, as in Alby Hub, because some apps send 0 when they set no
    // limit.
    limit: limit === 0 ? DEFAULT_NWC_LIST : Math.min(limit, MAX_NWC_LIST),
    offset: Math.min(offset, MAX_OFFSET),
    direction: isType ? type : 'both',
    withUnpaid: { incoming: unpaid || unpaidIn, outgoing: unpaid || unpaidOut },
  };
}

/**
 * Reads a time in Unix seconds. A time in milliseconds is refused, because it would list nothing or
 * everything.
 */
function readUnixSec(reader: ParamReader, name: string): number | null {
  const value = reader.whole(name, 1, Number.MAX_SAFE_INTEGER);
  if (value === null || value <= MAX_UNIX_SEC) return value;
  return reader.complain(`${name} must be in seconds since 1970, not in milliseconds`);
}

/** The highest offset that is accepted, which exceeds the number of transactions of any user. */
const MAX_OFFSET = 1_000_000_000;
