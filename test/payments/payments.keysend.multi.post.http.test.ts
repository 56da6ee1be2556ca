import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { testAccess } from '../support/access-checks.ts';
import { AMOUNT_TRICKS, DIGITS_TRICKS } from '../support/amount-tricks.ts';
import { field, listField, textField } from '../support/fields.ts';
import { addPayer, checkRefusal, testAmounts } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const path = '/payments/keysend/multi';
const ELSEWHERE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const NO_ERROR = { code: 0, error: false, message: '' };
const item = { amount: 10, destination: ELSEWHERE };

testAccess(api, 'payments:send', { method: 'POST', path, body: { keysends: [item] } });
testAmounts(
  api,
  path,
  (amount) =>
    `{"keysends":[{"destination":"${ELSEWHERE}","amount":5},` +
    `{"destination":"${ELSEWHERE}","amount":${amount}}]}`,
  [...AMOUNT_TRICKS, ...DIGITS_TRICKS],
);

test('each item is sent, and answered in the order of the request', async () => {
  const [payer, payee] = [await addPayer(api), await api.addUser()];
  const records = { '696969': payee.user.identifier };
  const { status, body } = await payer.post(path, {
    keysends: [
      { ...item, memo: 'first' },
      { amount: 20, destination: api.node.identity.pubkey, custom_records: records },
    ],
  });
  assert.equal(status, 200);
  const [first, second] = listField(body, 'keysends');
  assert.deepEqual(field(first, 'error'), NO_ERROR);
  const keysend = field(first, 'keysend');
  assert.deepEqual(keysend, {
    amount: 10,
    custom_records: null,
    description: 'first',
    description_hash: '',
    destination: ELSEWHERE,
    fee: 1,
    payment_hash: textField(keysend, 'payment_hash'),
    payment_preimage: textField(keysend, 'payment_preimage'),
  });
  assert.deepEqual(field(field(second, 'keysend'), 'custom_records'), records);
  assert.equal(await payee.balanceSat(), 20);
  assert.equal(await payer.balanceSat(), 10_000 - 31);
});

test('a bad key or record type fails its own item only', async () => {
  const payer = await addPayer(api);
  const { status, body } = await payer.post(path, {
    keysends: [{ amount: 10, destination: '02ab' }, item, { ...item, custom_records: { x: 'y' } }],
  });
  assert.equal(status, 200);
  const [badKey, good, badRecord] = listField(body, 'keysends');
  assert.deepEqual(badKey, {
    keysend: {
      amount: 10,
      custom_records: null,
      description: '',
      description_hash: '',
      destination: '02ab',
      fee: 0,
      payment_hash: '',
      payment_preimage: '',
    },
    error: { code: 2, error: true, message: 'invalid destination pubkey' },
  });
  assert.deepEqual(field(good, 'error'), NO_ERROR);
  assert.deepEqual(field(field(badRecord, 'keysend'), 'custom_records'), { x: 'y' });
  assert.deepEqual(field(badRecord, 'error'), {
    code: 8,
    error: true,
    message: 'x is not a custom record type',
  });
});

test('when every item has failed, the status says so and the body says why', async () => {
  const payer = await addPayer(api);
  api.node.plan = { kind: 'fail', reason: 'no_route' };
  const { status, body } = await payer.post(path, { keysends: [item, item] });
  api.node.plan = { kind: 'succeed', feeMsat: msat(1000n) };
  assert.equal(status, 500);
  for (const failed of listField(body, 'keysends')) {
    assert.equal(field(field(failed, 'error'), 'code'), 10);
    assert.equal(field(field(failed, 'error'), 'error'), true);
    assert.equal(field(field(failed, 'keysend'), 'destination'), ELSEWHERE);
  }
  assert.equal(await payer.balanceSat(), 10_000);
});

test('the operator may leave out errors that say "none"', async () => {
  const quiet = await startWalletApi({ after }, { multiKeysendError: 'failed' });
  const payer = await quiet.addUser();
  await payer.receive(1000);
  const { status, body } = await payer.post(path, {
    keysends: [item, { amount: 1, destination: '02ab' }],
  });
  assert.equal(status, 200);
  const [good, bad] = listField(body, 'keysends');
  assert.deepEqual(Object.keys(good ?? {}), ['keysend']);
  assert.deepEqual(Object.keys(bad ?? {}), ['keysend', 'error']);
});

test('a list has 1 to 100 items, each with amount and destination', async () => {
  const payer = await addPayer(api, 100_000);
  const sentBefore = api.node.sent.length;
  for (const keysends of [
    [],
    Array.from({ length: 101 }, () => item),
    [item, { amount: 5 }],
    [item, { destination: ELSEWHERE }],
    [item, { ...item, destination: '' }],
    [item, { ...item, destination: 7 }],
    [item, null],
    [item, [item]],
    [[item]],
    item,
    'x',
    null,
  ]) {
    const answer = await payer.post(path, { keysends });
    assert.equal(answer.status, 400, JSON.stringify(keysends));
    assert.equal(field(answer.body, 'code'), 8);
  }
  assert.equal((await payer.post(path, {})).status, 400);
  assert.equal(api.node.sent.length, sentBefore);
  const many = await payer.post(path, { keysends: Array.from({ length: 100 }, () => item) });
  assert.equal(many.status, 200);
  assert.equal(listField(many.body, 'keysends').length, 100);
  assert.equal(await payer.balanceSat(), 100_000 - 100 * 11);
});

test('a sum above the balance: nothing is sent', async () => {
  const payer = await addPayer(api, 100);
  const sentBefore = api.node.sent.length;
  checkRefusal(
    await payer.post(path, { keysends: [item, { ...item, amount: 91 }] }),
    400,
    2,
    'not enough balance. Make sure you have at least 1% reserved for potential fees',
  );
  assert.equal(api.node.sent.length, sentBefore);
});

test('each item is reserved on its own: what is left may not cover the last', async () => {
  const payer = await addPayer(api, 100);
  const { status, body } = await payer.post(path, {
    keysends: [
      { ...item, amount: 40 },
      { ...item, amount: 55 },
    ],
  });
  assert.equal(status, 200);
  const [first, second] = listField(body, 'keysends');
  assert.deepEqual(field(first, 'error'), NO_ERROR);
  assert.equal(field(field(second, 'error'), 'code'), 2);
});

test('a key makes repeats one batch', async () => {
  const payer = await addPayer(api);
  const headers = { 'idempotency-key': 'split' };
  const body = { keysends: [item, { amount: 10, destination: '02ab' }] };
  const first = await payer.post(path, body, headers);
  const again = await payer.post(path, body, headers);
  assert.equal(again.status, first.status);
  assert.deepEqual(again.body, first.body);
  assert.equal(await payer.balanceSat(), 10_000 - 11);
  const other = await payer.post(path, { keysends: [item] }, headers);
  checkRefusal(other, 422, 8, 'this Idempotency-Key was used for another request');
});

test('items whose end is not known are reported as pending, with status 200', async () => {
  const slow = await startWalletApi({ after }, { waitSec: 1 });
  const payer = await slow.addUser();
  await payer.receive(1000);
  slow.node.plan = { kind: 'hang' };
  const { status, body } = await payer.post(path, { keysends: [item] });
  assert.equal(status, 200);
  const [pending] = listField(body, 'keysends');
  assert.equal(field(field(pending, 'error'), 'code'), 10);
  assert.match(textField(field(pending, 'error'), 'message'), /pending/);
});
