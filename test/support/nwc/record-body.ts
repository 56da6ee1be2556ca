import type { WalletRecord } from '../../../src/ledger/wallet-record.ts';

/** A settled record as it is stored, with the fields that matter to a test. */
export function recordBody(fields: Partial<WalletRecord> = {}): string {
  return JSON.stringify({
    type: 'incoming',
    payment_request: '',
    memo: 'bread',
    description_hash: null,
    expires_at: null,
    settled_at: '2030-01-01T00:00:00.000Z',
    preimage: 'aa'.repeat(32),
    payment_hash: 'bb'.repeat(32),
    amount: 1000,
    fee: 0,
    creation_date: 1_893_456_000,
    metadata: null,
    comment: null,
    payer_name: null,
    payer_email: null,
    payer_pubkey: null,
    custom_records: null,
    ...fields,
  });
}
