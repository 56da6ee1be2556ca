import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { testAccess } from '../support/access-checks.ts';
import { AMOUNT_TRICKS, DIGITS_TRICKS } from '../support/amount-tricks.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { addPayer, checkRefusal, testAmounts } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const path = '/payments/keysend';
/** The generator point of secp256k1: a valid key without a node. */
const ELSEWHERE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const HERE = api.node.identity.pubkey;

testAccess(api, 'payments:send', {
  method: 'POST',
  path,
  body: { amount: 1, destination: ELSEWHERE },
});
testAmounts(api, path, (amount) => `{"destination":"${ELSEWHERE}","amount":${amount}}`, [
  ...AMOUNT_TRICKS,
  ...DIGITS_TRICKS,
]);

test('sends money and records to another node', async () => {
  const payer = await addPayer(api);
  const records = { '7629169': '{"message":"hi"}', '34349334': 'Grüße' };
  const { status, body } = await payer.post(path, {
    amount: 300,
    destination: ELSEWHERE.toUpperCase(),
    memo: 'Tip',
    custom_records: records,
  });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    amount: 300,
    custom_records: records,
    description: 'Tip',
    description_hash: '',
    destination: ELSEWHERE,
    fee: 1,
    payment_hash: textField(body, 'payment_hash'),
    payment_preimage: textField(body, 'payment_preimage'),
  });
  const order = api.node.sent.at(-1);
  assert(order?.kind === 'keysend');
  assert.equal(order.amountMsat, 300_000n);
  assert.equal(new TextDecoder().decode(order.records.get(34349334n)), 'Grüße');
  assert.equal(await payer.balanceSat(), 10_000 - 301);
});

test('every field of the answer is there when nothing was said', async () => {
  const payer = await addPayer(api);
  const { body } = await payer.post(path, { amount: 1, destination: ELSEWHERE });
  assert.equal(field(body, 'custom_records'), null);
  assert.equal(field(body, 'description'), '');
  assert.equal(field(body, 'description_hash'), '');
});

test('a name of a record with a line break hides no value that is no text', async () => {
  const payer = await addPayer(api);
  for (const name of ['custom_records', 'customRecords']) {
    const order = { amount: 1, destination: ELSEWHERE, [name]: { 'a\nb': { x: 1 } } };
    const { status, body } = await payer.post(path, order);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /string/);
  }
  assert.equal(await payer.balanceSat(), 10_000);
});

test('the older name of the records is understood; the newer one wins', async () => {
  const payer = await addPayer(api);
  const [old, young] = [{ '70000': 'old' }, { '70000': 'young' }];
  const base = { amount: 1, destination: ELSEWHERE };
  const first = await payer.post(path, { ...base, customRecords: old });
  assert.deepEqual(field(first.body, 'custom_records'), old);
  const second = await payer.post(path, { ...base, customRecords: old, custom_records: young });
  assert.deepEqual(field(second.body, 'custom_records'), young);
  const third = await payer.post(path, { ...base, customRecords: old, custom_records: null });
  assert.deepEqual(field(third.body, 'custom_records'), old);
});

test('to our own node: the record 696969 names the user', async () => {
  const [payer, payee] = [await addPayer(api), await api.addUser()];
  const sentBefore = api.node.sent.length;
  const records = { '696969': payee.user.identifier, '7629169': '{"sender_name":"Carol"}' };
  const base = { amount: 300, destination: HERE };
  const { status, body } = await payer.post(path, { ...base, custom_records: records });
  assert.equal(status, 200);
  assert.equal(field(body, 'fee'), 0);
  assert.equal(await payee.balanceSat(), 300);
  assert.equal(api.node.sent.length, sentBefore);
  const [record] = listOf((await payee.get('/invoices/incoming')).body);
  assert.equal(field(record, 'payer_name'), 'Carol');

  for (const custom_records of [null, {}, { '70000': 'x' }]) {
    checkRefusal(
      await payer.post(path, { ...base, custom_records }),
      400,
      8,
      'Internal keysend payments require the custom record 696969 to be present.',
    );
  }
  for (const identifier of ['', 'nobody', 'A'.repeat(20), '\u0000', 'x'.repeat(10_000)]) {
    const answer = await payer.post(path, { ...base, custom_records: { '696969': identifier } });
    assert.equal(answer.status, 400, identifier.slice(0, 20));
    assert.equal(field(answer.body, 'code'), 8);
  }
});

test('refuses destinations that are no keys', async () => {
  const payer = await addPayer(api);
  for (const destination of [
    'x',
    '02',
    `04${ELSEWHERE.slice(2)}`,
    `02${'ff'.repeat(32)}`,
    `${HERE}00`,
  ]) {
    const answer = await payer.post(path, { amount: 1, destination });
    checkRefusal(answer, 400, 2, 'invalid destination pubkey');
  }
  for (const destination of ['', null, 7, [HERE]]) {
    const answer = await payer.post(path, { amount: 1, destination });
    assert.equal(answer.status, 400);
    assert.equal(field(answer.body, 'code'), 8);
  }
  assert.equal((await payer.post(path, { amount: 1 })).status, 400);
});

test('leaves out the record of a preimage, which is ours to make', async () => {
  const payer = await addPayer(api);
  const boost = '{"action":"boost","value_msat":3000,"app_name":"An app"}';
  const order = {
    amount: 3,
    destination: ELSEWHERE,
    custom_records: { '5482373484': '0'.repeat(32), '7629169': boost },
  };
  const single = await payer.post(path, order);
  assert.equal(single.status, 200, single.text);
  const many = await payer.post('/payments/keysend/multi', { keysends: [order, order] });
  assert.equal(many.status, 200, many.text);
  const sent = api.node.sent.slice(-3);
  const preimages = sent.map((one) => {
    assert(one.kind === 'keysend');
    assert.deepEqual([...one.records.keys()], [7_629_169n]);
    assert.equal(hash('sha256', one.preimage), one.paymentHash);
    return Buffer.from(one.preimage).toString('hex');
  });
  assert.equal(field(single.body, 'payment_preimage'), preimages[0]);
  assert.deepEqual(field(single.body, 'custom_records'), { '7629169': boost });
  assert.equal(new Set(preimages).size, 3);
});

test('refuses records that are none', async () => {
  const payer = await addPayer(api);
  const send = (custom_records: unknown) =>
    payer.post(path, { amount: 1, destination: ELSEWHERE, custom_records });
  for (const type of ['x', '', '-1', '65535', '1e5', '18446744073709551616', ' 7000']) {
    checkRefusal(await send({ [type]: 'x' }), 400, 8, `${type} is not a custom record type`);
  }
  for (const records of [7, 'x', [], ['x'], { '70000': 7 }, { '70000': null }]) {
    const answer = await send(records);
    assert.equal(answer.status, 400, JSON.stringify(records));
    assert.equal(field(answer.body, 'code'), 8);
  }
  assert.equal((await send({ '65536': 'x' })).status, 200);
  assert.equal((await send({ '18446744073709551615': 'x' })).status, 200);
  assert.equal((await send({})).status, 200);
});

test('a memo has up to 1000 characters', async () => {
  const payer = await addPayer(api);
  const send = (memo: unknown) => payer.post(path, { amount: 1, destination: ELSEWHERE, memo });
  assert.equal((await send('x'.repeat(1000))).status, 200);
  assert.equal((await send('x'.repeat(1001))).status, 400);
  assert.equal((await send(7)).status, 400);
  assert.equal((await send(null)).status, 200);
});

test('refuses what the wallet does not cover', async () => {
  const payer = await addPayer(api, 100);
  const message = 'not enough balance. Make sure you have at least 1% reserved for potential fees';
  const send = (amount: number) => payer.post(path, { amount, destination: ELSEWHERE });
  checkRefusal(await send(91), 400, 2, message);
  assert.equal((await send(90)).status, 200);
});

test('a failed payment says why and gives the money back', async () => {
  const payer = await addPayer(api);
  api.node.plan = { kind: 'fail', reason: 'timeout' };
  checkRefusal(
    await payer.post(path, { amount: 1, destination: ELSEWHERE }),
    500,
    10,
    'The payment did not find its way in time.',
  );
  assert.equal(await payer.balanceSat(), 10_000);
  api.node.plan = { kind: 'succeed', feeMsat: msat(1000n) };
});

test('a key makes repeats one payment; without one each call pays', async () => {
  const payer = await addPayer(api);
  const body = { amount: 100, destination: ELSEWHERE };
  const headers = { 'idempotency-key': 'tip' };
  const first = await payer.post(path, body, headers);
  assert.deepEqual((await payer.post(path, body, headers)).body, first.body);
  assert.equal(await payer.balanceSat(), 10_000 - 101);
  await payer.post(path, body);
  assert.equal(await payer.balanceSat(), 10_000 - 202);
});
