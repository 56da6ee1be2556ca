import { assert } from '../base/assert.ts';
import type { JsonObject } from '../lightning/boostagram.ts';

/**
 * A movement as lists, single lookups and webhooks show it: the 33 fields of the Wallet API's
 * invoice record. Created and single records also carry two picture addresses, which only the edge
 * knows.
 */
export interface WalletRecord {
  readonly amount: number;
  readonly boostagram: JsonObject | null;
  readonly comment: string | null;
  readonly created_at: string;
  readonly creation_date: number;
  readonly currency: 'BTC';
  /** Record type in decimal → base64 of the raw bytes. */
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

/**
 * Compact JSON with keys in alphabetical order. Some receivers verify a webhook's signature over
 * `JSON.stringify(JSON.parse(body))`, which leaves this text unchanged.
 */
export function writeRecord(record: WalletRecord): string {
  const sorted: WalletRecord = {
    amount: record.amount,
    boostagram: record.boostagram,
    comment: record.comment,
    created_at: record.created_at,
    creation_date: record.creation_date,
    currency: record.currency,
    custom_records: record.custom_records,
    description_hash: record.description_hash,
    destination_alias: record.destination_alias,
    destination_pubkey: record.destination_pubkey,
    expires_at: record.expires_at,
    expiry: record.expiry,
    fee: record.fee,
    fiat_currency: record.fiat_currency,
    fiat_in_cents: record.fiat_in_cents,
    first_route_hint_alias: record.first_route_hint_alias,
    first_route_hint_pubkey: record.first_route_hint_pubkey,
    identifier: record.identifier,
    keysend_message: record.keysend_message,
    memo: record.memo,
    metadata: record.metadata,
    payer_email: record.payer_email,
    payer_name: record.payer_name,
    payer_pubkey: record.payer_pubkey,
    payment_hash: record.payment_hash,
    payment_request: record.payment_request,
    preimage: record.preimage,
    r_hash_str: record.r_hash_str,
    settled: record.settled,
    settled_at: record.settled_at,
    state: record.state,
    type: record.type,
    value: record.value,
  };
  return JSON.stringify(sorted);
}

/** Of a record made by `writeRecord`. */
export function readIdentifier(body: string): string {
  const record: unknown = JSON.parse(body);
  assert(typeof record === 'object' && record !== null, 'a record is a JSON object');
  assert('identifier' in record, 'a record has an identifier');
  assert(typeof record.identifier === 'string', 'an identifier is a text');
  return record.identifier;
}
