import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat, sat, satToMsat } from '../../src/base/amount.ts';
import { parseExactJson } from '../../src/base/exact-json.ts';
import { type Payment, toSettledPayment } from '../../src/ledger/payment.ts';
import type { Receipt } from '../../src/ledger/receipt.ts';
import {
  renderInvoice,
  renderKeysendReceipt,
  renderOpenPayment,
  renderReceipt,
  renderSettledPayment,
} from '../../src/ledger/settled-record.ts';
import { sampleText } from '../support/sample-bolt11.ts';
import { sampleInvoice } from '../support/sample-invoice.ts';

const NODE = { pubkey: `02${'11'.repeat(32)}`, alias: 'our-node', network: 'regtest' as const };
const HASH = 'aa'.repeat(32);
const PREIMAGE = 'bb'.repeat(32);
const AT = new Date('2030-01-01T00:00:00.712Z');
const LATER = new Date('2030-01-01T01:00:00.000Z');

const INVOICE = sampleInvoice({
  paymentHash: HASH,
  preimage: PREIMAGE,
  amountMsat: satToMsat(sat(1000n)),
  metadataJson: '{"b":1,"a":[1.50,"é"]}',
  createdAt: AT,
});

const RECEIPT: Receipt = {
  id: 'receipt',
  identifier: 'A'.repeat(24),
  source: 'node',
  paymentHash: HASH,
  preimage: PREIMAGE,
  amountMsat: msat(1_500_999n),
  createdAt: AT,
  settledAt: LATER,
  records: new Map([
    [7629169n, Buffer.from('{"sender_name":"Eve","message":"great","ts":7}')],
    [34349334n, Buffer.from('psst')],
    [5482373484n, Buffer.from('secret')],
    [106823n, Buffer.from('noise')],
  ]),
};

const PAYMENT: Payment = {
  id: 'payment',
  identifier: 'P'.repeat(24),
  userId: 'user',
  grantId: 'grant',
  path: 'node',
  kind: 'bolt11',
  paymentHash: HASH,
  preimage: PREIMAGE,
  amountMsat: msat(250_000_000n),
  destination: `03${'22'.repeat(32)}`,
  memo: 'Two coffees',
  descriptionHash: null,
  bolt11: sampleText({
    routeHints: [
      [
        {
          pubkey: `02${'33'.repeat(32)}`,
          shortChannelId: 1n,
          feeBaseMsat: 0,
          feeProportionalMillionths: 0,
          cltvExpiryDelta: 0,
        },
      ],
    ],
  }),
  records: new Map(),
  batch: null,
  sentTo: null,
  createdAt: AT,
  endedAt: LATER,
  failure: null,
  state: 'settled',
  heldSat: sat(252_500n),
  feeMsat: msat(1_001n),
  dispatch: {
    ownerProcessId: null,
    senderProcessId: null,
    indexBefore: null,
    acknowledgedIndex: null,
    requestEndedAt: null,
    firstNotFoundAt: null,
  },
};

/** Each name with the type that clients decode it as. */
const FIELDS = {
  amount: 'number',
  boostagram: 'object',
  comment: 'string',
  created_at: 'string',
  creation_date: 'number',
  currency: 'string',
  custom_records: 'object',
  description_hash: 'string',
  destination_alias: 'string',
  destination_pubkey: 'string',
  expires_at: 'string',
  expiry: 'number',
  fee: 'number',
  fiat_currency: 'string',
  fiat_in_cents: 'number',
  first_route_hint_alias: 'string',
  first_route_hint_pubkey: 'string',
  identifier: 'string',
  keysend_message: 'string',
  memo: 'string',
  metadata: 'object',
  payer_email: 'string',
  payer_name: 'string',
  payer_pubkey: 'string',
  payment_hash: 'string',
  payment_request: 'string',
  preimage: 'string',
  r_hash_str: 'string',
  settled: 'boolean',
  settled_at: 'string',
  state: 'string',
  type: 'string',
  value: 'number',
};

const ALL = {
  'open invoice': renderInvoice(INVOICE, NODE),
  'settled invoice': renderInvoice({ ...INVOICE, settledAt: LATER }, NODE),
  receipt: renderReceipt(INVOICE, RECEIPT, NODE),
  'keysend receipt': renderKeysendReceipt(RECEIPT, NODE),
  'settled payment': renderSettledPayment(toSettledPayment(PAYMENT)),
  'open payment': renderOpenPayment({ ...PAYMENT, state: 'in_flight', endedAt: null }),
};

for (const [name, body] of Object.entries(ALL)) {
  test(`the record of a ${name} has the 33 fields, in their order and types`, () => {
    const record: Record<string, unknown> = JSON.parse(body);
    assert.deepEqual(Object.keys(record), Object.keys(FIELDS));
    assert.equal(Object.keys(record).length, 33);
    for (const [field, type] of Object.entries(FIELDS)) {
      const value = record[field];
      assert(value === null || typeof value === type, `${field} is ${typeof value}`);
    }
    const again = JSON.stringify(parseExactJson(body));
    assert.equal(body, again, 'compact, and the same when written again');
    assert.equal(record['value'], record['amount']);
    assert.equal(record['r_hash_str'], record['payment_hash']);
    assert.match(String(record['created_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
}

const read = (body: string): Record<string, unknown> => JSON.parse(body);

test('M61 an open invoice: times in seconds and ISO, no preimage', () => {
  const record = read(ALL['open invoice']);
  assert.deepEqual(
    [record['settled'], record['settled_at'], record['preimage'], record['state']],
    [false, null, null, 'CREATED'],
  );
  assert.equal(record['creation_date'], 1_893_456_000);
  assert.equal(record['expires_at'], '2030-01-02T00:00:00.000Z');
  assert.equal(record['expiry'], 86_400);
  assert.deepEqual(record['metadata'], { b: 1, a: [1.5, 'é'] });
  assert.equal(record['destination_pubkey'], NODE.pubkey);
});

test('a receipt shows what arrived and what came with it', () => {
  const record = read(ALL.receipt);
  assert.deepEqual([record['amount'], record['fee'], record['preimage']], [1500, 0, PREIMAGE]);
  assert.deepEqual(record['custom_records'], {
    '7629169': Buffer.from('{"sender_name":"Eve","message":"great","ts":7}').toString('base64'),
    '34349334': Buffer.from('psst').toString('base64'),
  });
  assert.deepEqual(record['boostagram'], { sender_name: 'Eve', message: 'great', ts: 7 });
  assert.deepEqual(
    [record['payer_name'], record['comment'], record['keysend_message'], record['memo']],
    ['Eve', 'great', 'psst', 'bread'],
  );
  assert.equal(record['settled_at'], '2030-01-01T01:00:00.000Z');
});

test('the creator of an invoice knows better than the app of the payer', () => {
  const named = { ...INVOICE, payerName: 'Ann', comment: 'mine' };
  const record = read(renderReceipt(named, RECEIPT, NODE));
  assert.deepEqual([record['payer_name'], record['comment']], ['Ann', 'mine']);
});

test('a keysend receipt lives 900 seconds and has no text of its own', () => {
  const record = read(ALL['keysend receipt']);
  assert.deepEqual(
    [record['expiry'], record['expires_at'], record['memo'], record['payment_request']],
    [900, '2030-01-01T00:15:00.000Z', '', ''],
  );
  assert.equal(record['metadata'], null);
});

test('a payment shows the invoice that it paid', () => {
  const record = read(ALL['settled payment']);
  assert.deepEqual([record['type'], record['amount'], record['fee']], ['outgoing', 250_000, 2]);
  assert.deepEqual(
    [record['memo'], record['expiry'], record['first_route_hint_pubkey']],
    ['Two coffees', 86_400, `02${'33'.repeat(32)}`],
  );
  assert.equal(record['expires_at'], new Date((1_700_000_000 + 86_400) * 1000).toISOString());
  assert.equal(record['destination_pubkey'], PAYMENT.destination);
  const open = read(ALL['open payment']);
  assert.deepEqual([open['settled'], open['preimage'], open['fee']], [false, null, 0]);
});

test('a keysend that was sent lives 900 seconds, with what its payer wrote or no text', () => {
  const keysend: Payment = { ...PAYMENT, kind: 'keysend', bolt11: '', memo: null };
  const record = read(renderOpenPayment(keysend));
  assert.deepEqual(
    [record['expiry'], record['expires_at'], record['memo'], record['payment_request']],
    [900, '2030-01-01T00:15:00.000Z', '', ''],
  );
  assert.equal(read(renderOpenPayment({ ...keysend, memo: 'Tip' }))['memo'], 'Tip');
  assert.equal(read(renderOpenPayment({ ...PAYMENT, memo: null }))['memo'], null);
});

test('a payment whose text this version cannot read is shown all the same', () => {
  const record = read(renderOpenPayment({ ...PAYMENT, bolt11: 'lnbcrt1unreadable' }));
  assert.deepEqual([record['expiry'], record['expires_at']], [0, null]);
});
