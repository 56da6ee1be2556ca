import { type Sat, satToNumber } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { JsonObject } from '../base/text.ts';
import { isoTime, unixSeconds } from '../base/wire-time.ts';

/**
 * A movement of money as lists, single look-ups and webhooks show it: the invoice record of the
 * Wallet API. Single look-ups also have the URLs of two pictures of the QR code, which routes add.
 */
export interface WalletRecord {
  readonly amount: number;
  readonly boostagram: JsonObject | null;
  readonly comment: string | null;
  readonly created_at: string;
  readonly creation_date: number;
  readonly currency: 'BTC';
  /** Custom records, by type in decimal: the raw bytes in base64. */
  readonly custom_records: Readonly<Record<string, string>> | null;
  readonly description_hash: string | null;
  readonly destination_alias: string | null;
  readonly destination_pubkey: string | null;
  readonly expires_at: string | null;
  readonly expiry: number;
  readonly fee: number;
  readonly fiat_currency: 'USD';
  readonly fiat_in_cents: number;
  readonly first_route_hint_alias: string | null;
  readonly first_route_hint_pubkey: string | null;
  readonly identifier: string;
  readonly keysend_message: string | null;
  readonly memo: string | null;
  readonly metadata: unknown;
  readonly payer_email: string | null;
  readonly payer_name: string | null;
  readonly payer_pubkey: string | null;
  readonly payment_hash: string;
  readonly payment_request: string;
  readonly preimage: string | null;
  readonly r_hash_str: string;
  readonly settled: boolean;
  readonly settled_at: string | null;
  readonly state: 'CREATED' | 'SETTLED';
  readonly type: 'incoming' | 'outgoing';
  readonly value: number;
}

/** A record whose fields are still being filled in. */
export type RecordDraft = { -readonly [Name in keyof WalletRecord]: WalletRecord[Name] };

/**
 * Makes a record with every field empty. The fields are in alphabetical order, which stays when
 * they are set later. Some receivers verify a webhook's signature over
 * `JSON.stringify(JSON.parse(body))`, which gives back the text of a record unchanged, unless
 * metadata contains numbers that JavaScript writes differently.
 */
export function newRecord(paymentHash: string, createdAt: Date, amountSat: Sat): RecordDraft {
  const amount = satToNumber(amountSat);
  return {
    amount,
    boostagram: null,
    comment: null,
    created_at: isoTime(createdAt),
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
    value: amount,
  };
}

/** Writes a record as compact JSON. */
export const writeRecord = (record: WalletRecord): string => JSON.stringify(record);

/** Reads the identifier from the JSON of a record that `writeRecord` made. */
export function readIdentifier(body: string): string {
  const record: unknown = JSON.parse(body);
  assert(typeof record === 'object' && record !== null, 'a record is a JSON object');
  assert('identifier' in record, 'a record has an identifier');
  assert(typeof record.identifier === 'string', 'an identifier is a text');
  return record.identifier;
}
