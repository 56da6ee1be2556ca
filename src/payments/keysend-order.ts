import type { Msat, Sat } from '../base/amount.ts';
import { MAX_NOTE_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import type { SentTo } from '../ledger/sent-to.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import {
  type CustomRecords,
  FIRST_CUSTOM_RECORD,
  KEYSEND_PREIMAGE_RECORD,
} from '../lightning/custom-records.ts';
import { isNodePubkey } from '../lightning/node-key.ts';
import { MAX_RECORDS_BYTES } from './limits.ts';

/** A keysend as a caller ordered it. */
export interface KeysendOrder {
  readonly destination: string;
  readonly amountMsat: Msat;
  /** The payer's own note, which is not sent to the payee. */
  readonly memo: string | null;
  /** Custom records as plain text, by type in decimal. */
  readonly recordsText: Readonly<Record<string, string>> | null;
  /** Custom records as bytes, for records that are not text. They replace `recordsText`. */
  readonly records?: CustomRecords;
  /**
   * The payee as the payer named them, stored with the payment; undefined if the payer named none.
   */
  readonly sentTo?: SentTo | null;
}

/** A keysend of a batch, with the upper limit of its fee reserve where one was approved. */
export interface BatchOrder extends KeysendOrder {
  readonly maxFeeSat?: Sat;
}

/** The highest type of a record: a TLV type is an unsigned 64-bit number (BOLT 1). */
const MAX_RECORD_TYPE = 2n ** 64n - 1n;

export interface CheckedKeysend {
  readonly destination: string;
  readonly memo: string | null;
  readonly records: CustomRecords;
  readonly sentTo: SentTo | null;
}

/** Whether a keysend can be sent at all; its amount is checked in check-payment-amount.ts. */
export function checkKeysendOrder(order: KeysendOrder): Result<CheckedKeysend, PayRefusal> {
  if (order.memo !== null && order.memo.length > MAX_NOTE_LENGTH) {
    return refuse({
      kind: 'bad_input',
      message: `memo is longer than ${MAX_NOTE_LENGTH} characters`,
    });
  }
  const destination = order.destination.toLowerCase();
  if (!isNodePubkey(destination)) return refuse({ kind: 'bad_destination' });
  const records = checkRecords(recordsOf(order));
  if (!records.ok) return records;
  const memo = order.memo === null ? null : cleanText(order.memo, MAX_NOTE_LENGTH);
  return accept({ destination, memo, records: records.value, sentTo: order.sentTo ?? null });
}

const recordsOf = ({ records, recordsText }: KeysendOrder): readonly WrittenRecord[] =>
  records === undefined
    ? Object.entries(recordsText ?? {}).map(([key, text]) => [key, new TextEncoder().encode(text)])
    : [...records].map(([type, bytes]) => [type.toString(), bytes]);

/** A record type as the caller wrote it, and its bytes. */
type WrittenRecord = readonly [key: string, bytes: Uint8Array];

function checkRecords(written: readonly WrittenRecord[]): Result<CustomRecords, PayRefusal> {
  const records = new Map<bigint, Uint8Array>();
  let totalBytes = 0;
  for (const [key, bytes] of written) {
    if (isPreimageRecord(key)) continue;
    if (!isCustomType(key)) return refuse({ kind: 'bad_custom_record', record: key });
    totalBytes += bytes.length;
    records.set(BigInt(key), bytes);
  }
  if (totalBytes <= MAX_RECORDS_BYTES) return accept(records);
  return refuse({
    kind: 'bad_input',
    message: `custom_records are larger than ${MAX_RECORDS_BYTES} bytes`,
  });
}

/**
 * Whether a record is the preimage of a keysend. Some podcast apps send one, but it is ignored: the
 * service makes the preimage, and a payer must not choose it.
 */
export const isPreimageRecord = (key: string): boolean => key === String(KEYSEND_PREIMAGE_RECORD);

function isCustomType(key: string): boolean {
  if (!/^[1-9][0-9]{0,19}$/.test(key)) return false;
  const type = BigInt(key);
  return type >= FIRST_CUSTOM_RECORD && type <= MAX_RECORD_TYPE;
}
