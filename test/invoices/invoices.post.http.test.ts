import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { testAccess } from '../support/access-checks.ts';
import { AMOUNT_TRICKS } from '../support/amount-tricks.ts';
import type { Answer } from '../support/api-user.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const alice = await api.addUser();

testAccess(api, 'invoices:create', { method: 'POST', path: '/invoices', body: { amount: 1 } });

const create = (body: unknown): Promise<Answer> => alice.post('/invoices', body);

async function refusal(body: unknown): Promise<unknown> {
  const answer = await create(body);
  assert.equal(answer.status, 400, answer.text);
  assert.equal(field(answer.body, 'error'), true);
  assert.equal(typeof field(answer.body, 'message'), 'string');
  return field(answer.body, 'code');
}

function decode(bolt11: string) {
  const decoded = decodeBolt11(bolt11);
  assert(decoded.ok);
  return decoded.value;
}

test('a bare amount makes an invoice with all 35 fields', async () => {
  const { status, body } = await create({ amount: 21 });
  assert.equal(status, 200);
  const bolt11 = textField(body, 'payment_request');
  const invoice = decode(bolt11);
  const identifier = textField(body, 'identifier');
  const createdAt = textField(body, 'created_at');
  assert.deepEqual(body, {
    amount: 21,
    boostagram: null,
    comment: null,
    created_at: createdAt,
    creation_date: Math.floor(Date.parse(createdAt) / 1000),
    currency: 'BTC',
    custom_records: null,
    description_hash: null,
    destination_alias: 'satchel-test',
    destination_pubkey: api.node.identity.pubkey,
    expires_at: new Date((Math.floor(Date.parse(createdAt) / 1000) + 86_400) * 1000).toISOString(),
    expiry: 86_400,
    fee: 0,
    fiat_currency: 'USD',
    fiat_in_cents: 0,
    first_route_hint_alias: null,
    first_route_hint_pubkey: null,
    identifier,
    keysend_message: null,
    memo: null,
    metadata: null,
    payer_email: null,
    payer_name: null,
    payer_pubkey: null,
    payment_hash: invoice.paymentHash,
    payment_request: bolt11,
    preimage: null,
    r_hash_str: invoice.paymentHash,
    settled: false,
    settled_at: null,
    state: 'CREATED',
    type: 'incoming',
    value: 21,
    qr_code_png: `https://wallet.example/qr/${identifier}.png`,
    qr_code_svg: `https://wallet.example/qr/${identifier}.svg`,
  });
  assert.equal(Object.keys(body ?? {}).length, 35);
  assert.equal(invoice.amountMsat, 21_000n);
  assert.equal(invoice.expirySec, 86_400);
  assert.equal(invoice.payee, api.node.identity.pubkey);
});

test('at most three round trips to the database', async () => {
  api.takeStatements();
  await create({ amount: 21 });
  assert(api.takeStatements().length <= 3);
});

test('keeps everything that its creator says', async () => {
  const said = {
    description_hash: 'AB'.repeat(32),
    comment: 'with sugar',
    metadata: { order: 7, tags: ['a', 'b'], nested: { deep: null }, rate: 1.5 },
    payer_name: 'Bob',
    payer_email: 'bob@example.com',
    payer_pubkey: 'npub1bob',
  };
  const { status, body } = await create({ amount: 1000, memo: 'Coffee', currency: 'btc', ...said });
  assert.equal(status, 200);
  assert(typeof body === 'object' && body !== null);
  assert.deepEqual(
    { ...body },
    { ...body, ...said, memo: 'Coffee', description_hash: 'ab'.repeat(32) },
  );
  const invoice = decode(textField(body, 'payment_request'));
  assert.equal(invoice.descriptionHash, 'ab'.repeat(32));
  assert.equal(invoice.description, null);
});

test('the description stands in the invoice; it wins over the memo', async () => {
  for (const [said, memo] of [
    [{ description: 'Tea' }, 'Tea'],
    [{ memo: 'Tea' }, 'Tea'],
    [{ description: 'Tea', memo: 'Coffee' }, 'Tea'],
    [{ description: '', memo: 'Coffee' }, 'Coffee'],
    [{ description: null, memo: 'Coffee' }, 'Coffee'],
    [{ memo: '' }, ''],
    [{ description: 'Grüße \u{1f600}' }, 'Grüße \u{1f600}'],
  ] as const) {
    const { status, body } = await create({ amount: 1, ...said });
    assert.equal(status, 200, JSON.stringify(said));
    assert.equal(field(body, 'memo'), memo);
    assert.equal(decode(textField(body, 'payment_request')).description, memo);
  }
});

test('what is null or empty says nothing', async () => {
  const nothing = {
    description: null,
    memo: null,
    description_hash: null,
    currency: null,
    comment: null,
    metadata: null,
    payer_name: null,
    payer_email: null,
    payer_pubkey: null,
    expiry: null,
  };
  assert.equal((await create({ amount: 1, ...nothing })).status, 200);
  const empty = { description: '', memo: '', description_hash: '', currency: '' };
  assert.equal((await create({ amount: 1, ...empty })).status, 200);
  assert.equal((await create({ amount: 1, unknown_field: true, value: 7 })).status, 200);
});

test('an amount may come as a text of digits', async () => {
  for (const [text, amount] of [
    ['1', 1],
    ['1000', 1000],
    ['0021', 21],
    ['1000000000', 1_000_000_000],
  ] as const) {
    assert.equal(field((await create({ amount: text })).body, 'amount'), amount);
  }
});

test('M06 nothing else is an amount', async () => {
  const before = listOf((await alice.get('/invoices')).body).length;
  for (const trick of [...AMOUNT_TRICKS, '"99999999999999999999"']) {
    assert.equal(await refusal(`{"amount":${trick}}`), 8, trick);
  }
  assert.equal(await refusal({}), 8);
  assert.equal(await refusal({ value: 5 }), 8);
  assert.equal(listOf((await alice.get('/invoices')).body).length, before);
});

test('amounts up to the bound of the operator', async () => {
  assert.equal((await create({ amount: 1_000_000_000 })).status, 200);
  assert.equal(await refusal({ amount: 1_000_000_001 }), 2);
  assert.equal(await refusal({ amount: '1000000001' }), 2);
  assert.equal(await refusal({ amount: Number.MAX_SAFE_INTEGER }), 2);
});

test('texts up to their bounds', async () => {
  for (const [name, max] of [
    ['description', 639],
    ['memo', 639],
    ['comment', 1000],
    ['payer_name', 1000],
    ['payer_email', 1000],
    ['payer_pubkey', 1000],
  ] as const) {
    assert.equal((await create({ amount: 1, [name]: 'x'.repeat(max) })).status, 200, name);
    assert.equal(await refusal({ amount: 1, [name]: 'x'.repeat(max + 1) }), 8, name);
  }
  assert.equal(await refusal({ amount: 1, description: 'ü'.repeat(320) }), 8, 'bytes count');
});

test('metadata is an object up to 16 KiB', async () => {
  const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
  assert.equal((await create({ amount: 1, metadata: sized(16_384) })).status, 200);
  assert.equal(await refusal({ amount: 1, metadata: sized(16_385) }), 8);
  for (const metadata of ['text', 7, true, [1]]) {
    assert.equal(await refusal({ amount: 1, metadata }), 8);
  }
});

test('a description hash is 64 hex characters', async () => {
  for (const hash of ['ab', 'x'.repeat(64), 'a'.repeat(63), 'a'.repeat(66), 7]) {
    assert.equal(await refusal({ amount: 1, description_hash: hash }), 8);
  }
});

test('an expiry is ten seconds to a year', async () => {
  for (const expiry of [10, 3600, 31_536_000]) {
    const { body } = await create({ amount: 1, expiry });
    assert.equal(field(body, 'expiry'), expiry);
    assert.equal(decode(textField(body, 'payment_request')).expirySec, expiry);
  }
  for (const expiry of ['0', '9', '-1', '10.5', '15e-1', '31536001', '"60"', '[]']) {
    assert.equal(await refusal(`{"amount":1,"expiry":${expiry}}`), 8, expiry);
  }
});

test('other currencies need a rate source', async () => {
  assert.equal((await create({ amount: 1, currency: 'BTC' })).status, 200);
  assert.equal(await refusal({ amount: 1, currency: 'USD' }), 8);
});

test('a body that is no object, or holds NUL, is refused', async () => {
  const nul = JSON.stringify({ amount: 1, memo: 'a\u0000b' });
  for (const body of ['[]', '7', 'null', '"x"', '{', 'amount=5', '', nul]) {
    assert.equal(await refusal(body), 8, body);
  }
});

test('a repeat under the same key is the same invoice', async () => {
  const headers = { 'idempotency-key': 'order 1' };
  const first = await alice.post('/invoices', { amount: 5, memo: 'x' }, headers);
  const again = await alice.post('/invoices', '{ "memo": "x", "amount": 5 }', headers);
  assert.equal(first.status, 200);
  assert.equal(again.text, first.text);
  const other = await alice.post('/invoices', { amount: 6, memo: 'x' }, headers);
  assert.equal(other.status, 422);
  assert.equal(field(other.body, 'code'), 8);
  const bob = await api.addUser();
  const bobs = await bob.post('/invoices', { amount: 6, memo: 'x' }, headers);
  assert.equal(bobs.status, 200, 'a key belongs to its user');
});

test('a repeat shows what became of the invoice', async () => {
  const headers = { 'idempotency-key': 'order 2' };
  const first = await alice.post('/invoices', { amount: 5 }, headers);
  await api.payFromExternalNode(textField(first.body, 'payment_hash'));
  const again = await alice.post('/invoices', { amount: 5 }, headers);
  assert.equal(field(again.body, 'state'), 'SETTLED');
  assert.equal(field(again.body, 'settled'), true);
});

test('a key has 1 to 255 printable characters', async () => {
  const withKey = (key: string) =>
    alice.post('/invoices', { amount: 5 }, { 'idempotency-key': key });
  assert.equal((await withKey('k'.repeat(255))).status, 200);
  for (const key of ['', 'k'.repeat(256), 'ü', 'a\tb']) {
    const answer = await withKey(key);
    assert.equal(answer.status, 400, key);
    assert.equal(field(answer.body, 'code'), 8);
  }
});

test('the node is away: nothing was done, and a repeat under the key finishes the invoice', async () => {
  const headers = { 'idempotency-key': 'order 3' };
  api.node.isAway = true;
  const failed = await alice.post('/invoices', { amount: 5 }, headers);
  assert.deepEqual([failed.status, failed.headers['retry-after']], [503, '5']);
  assert.deepEqual(failed.body, {
    code: 6,
    error: true,
    message:
      'The service cannot reach its Lightning node at the moment. Please try again in a few ' +
      'seconds; repeat a call that pays or creates with the same Idempotency-Key',
  });
  assert.match(api.logged(), /the node is away/);
  api.node.isAway = false;
  const again = await alice.post('/invoices', { amount: 5 }, headers);
  assert.equal(again.status, 200);
  assert.equal(decode(textField(again.body, 'payment_request')).amountMsat, 5000n);
});
