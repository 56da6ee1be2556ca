import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { sat } from '../../src/base/amount.ts';
import { renderWithdrawal } from '../../src/onchain/render-withdrawal.ts';
import { testAccess } from '../support/access-checks.ts';
import { field, textField } from '../support/fields.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { LEADING } from '../support/onchain/withdrawal-bench.ts';
import { BLOCK, newTransaction, strangeAddress } from '../support/onchain/withdrawal-events.ts';
import { checkRefusal, testAmounts } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const wallet = createFakeSpending();
const api = await startWalletApi({ after }, {}, { withdrawing: wallet.withdrawing });
const { withdrawals, deposits } = api.deps;
const path = '/payments/onchain';
const NOW = new Date('2026-11-28T12:00:00Z');

const order = (changes: object = {}) => ({
  address: strangeAddress(),
  amount: 20_000,
  speed: 'normal',
  ...changes,
});

async function addPayer(balanceSat = 100_000) {
  const user = await api.addUser();
  if (balanceSat > 0) await user.receive(balanceSat);
  return user;
}

testAccess(api, 'payments:send', { method: 'POST', path, body: order() });
testAmounts(api, path, (amount) =>
  JSON.stringify(order()).replace('"amount":20000', `"amount":${amount}`),
);

test('is ordered at once, and tells each state until a block has it', async () => {
  const payer = await addPayer();
  const { status, body } = await payer.post(path, order());
  assert.equal(status, 200, JSON.stringify(body));
  const id = textField(body, 'id');
  const ordered = {
    ...{ id, state: 'sending', address: textField(body, 'address'), amount: 20_000 },
    ...{ fee: null, max_fee: 1500, txid: null, block_height: null, failure: null },
    ...{ created_at: textField(body, 'created_at'), settled_at: null },
  };
  assert.deepEqual(body, ordered);
  assert.equal(await payer.balanceSat(), 78_500);
  const get = async () => (await payer.get(`${path}/${id}`)).body;
  assert.deepEqual(await get(), ordered);
  const found = await api.deps.chainTransactions.findSent(payer.user.id, id);
  assert(found !== null);
  const transaction = newTransaction();
  const step = { id: found.id, fence: LEADING, at: NOW };
  await withdrawals.sign({ ...step, transaction, isFound: false });
  const signed = { ...ordered, fee: 1000, txid: transaction.txid };
  assert.deepEqual(await get(), signed);
  await withdrawals.noteBroadcast(found.id, NOW);
  assert.deepEqual(await get(), { ...signed, state: 'broadcast' });
  const record = renderWithdrawal(found, transaction, BLOCK, NOW);
  await withdrawals.settle({ ...step, block: BLOCK, record });
  const settled_at = NOW.toISOString();
  const confirmed = { ...signed, state: 'confirmed', block_height: 120, settled_at };
  assert.deepEqual(await get(), confirmed);
  assert.equal(await payer.balanceSat(), 79_000);
  for (const list of ['/invoices', '/invoices/incoming', '/invoices/outgoing']) {
    const { body: listed } = await payer.get(list);
    assert.doesNotMatch(JSON.stringify(listed), new RegExp(`${id}|outgoing"`), list);
  }
});

test('a failed one tells why, and nothing was charged', async () => {
  const payer = await addPayer();
  const id = textField((await payer.post(path, order())).body, 'id');
  const found = await api.deps.chainTransactions.findSent(payer.user.id, id);
  const failure = { reason: 'fee_too_high', message: 'The fee rose above the maximum.' };
  assert(found !== null);
  await withdrawals.fail({ id: found.id, failure, from: 'reserved', fence: LEADING, at: NOW });
  const { body } = await payer.get(`${path}/${id}`);
  assert.deepEqual([field(body, 'state'), field(body, 'failure')], ['failed', failure.message]);
  assert.equal(await payer.balanceSat(), 100_000);
});

test('43 one key is one payment, and another body under it is refused', async () => {
  const payer = await addPayer();
  const headers = { 'idempotency-key': 'one' };
  const body = order();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => payer.post(path, body, headers)),
  );
  const ids = new Set(answers.map((answer) => textField(answer.body, 'id')));
  assert.equal(ids.size, 1);
  wallet.setFee(null);
  assert.deepEqual((await payer.post(path, body, headers)).body, answers[0]?.body);
  wallet.setFee(1000n);
  assert.equal((await payer.post(path, order(), headers)).status, 422);
  assert.equal(await payer.balanceSat(), 78_500);
});

test('45 what is no address, of another network or too little is refused before it costs', async () => {
  const payer = await addPayer();
  const asked = wallet.asked();
  const refused = async (changes: object, status: number, code: number, words: string) =>
    checkRefusal(await payer.post(path, order(changes)), status, code, words);
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  await refused({ address: 'hello' }, 400, 8, 'the address is not a bitcoin address');
  await refused({ address: words }, 400, 8, 'the address is not a bitcoin address');
  const foreign = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  await refused({ address: foreign }, 400, 2, 'incorrect network');
  await refused({ amount: 4999 }, 400, 8, 'the least that is sent to an address is 5000 sat');
  for (const changes of [{ address: '' }, { speed: 'now' }, { speed: null }, { max_fee: 0 }]) {
    const answer = await payer.post(path, order(changes));
    assert.deepEqual([answer.status, field(answer.body, 'code')], [400, 8]);
  }
  assert.equal(wallet.asked(), asked);
  const dear = 'the fee would be 1000 sat, which is above the maximum';
  await refused({ max_fee: 999 }, 400, 2, dear);
  wallet.setFee(null);
  await refused({}, 400, 2, 'not enough bitcoin on the chain at the moment, try again later');
  wallet.setFee(1000n);
  assert.equal(await payer.balanceSat(), 100_000);
});

test('45 capitals of bech32 are taken, and an address of a wallet here is paid inside', async () => {
  const [payer, payee] = [await addPayer(), await addPayer(0)];
  const address = strangeAddress();
  const owner = { userId: payee.user.id, grantId: 'web', createdAt: NOW };
  await deposits.saveAddress({ ...owner, address });
  const { body } = await payer.post(path, order({ address: address.toUpperCase() }));
  const { state, fee, max_fee, txid } = Object(body);
  assert.deepEqual([state, fee, max_fee, txid], ['confirmed', 0, 0, null]);
  assert.equal(field(body, 'address'), address);
  assert.equal(await payee.balanceSat(), 20_000);
});

test('46 the balance and the budget of a token hold amount and highest fee', async () => {
  const payer = await addPayer(21_499);
  const answer = await payer.post(path, order());
  assert.deepEqual([answer.status, field(answer.body, 'code')], [400, 2]);
  assert.equal(await payer.balanceSat(), 21_499);
  assert.equal((await payer.post(path, order({ max_fee: 1499 }))).status, 200);
  assert.equal(await payer.balanceSat(), 0);
});

test('46 a budget bounds amounts with highest fees of calls at once, then counts what they cost', async () => {
  const payer = await (await addPayer(500_000)).withScopes(ALL_SCOPES);
  const userId = payer.user.id;
  const grantId = (await api.deps.tokens.listPersonalTokens(userId)).at(-1)?.id;
  assert(grantId !== undefined);
  const budget = {
    limitSat: sat(100_000n),
    askAboveSat: null,
    interval: 'ever',
    expiresAt: null,
  } as const;
  const { budgets, chainTransactions } = api.deps;
  await budgets.setBudget({ userId, grantId }, budget, api.clock.now());
  const usedSat = async () =>
    (await budgets.readBudgets(userId, [grantId], api.clock.now())).get(grantId)?.usedSat;
  const over = (leftSat: number, neededSat: number) =>
    `over budget: this app or token may spend 100000 sat in total, ${leftSat} sat are left, and ` +
    `the payment needs up to ${neededSat} sat with fees; the budget does not renew`;
  const answers = await Promise.all(Array.from({ length: 9 }, () => payer.post(path, order())));
  const [paid, refused] = [200, 400].map((code) => answers.filter(({ status }) => status === code));
  assert.deepEqual([paid?.length, refused?.length], [4, 5]);
  for (const answer of refused ?? []) checkRefusal(answer, 400, 2, over(14_000, 21_500));
  assert.equal(await usedSat(), 86_000n);
  assert.equal(await payer.balanceSat(), 500_000 - 86_000);

  const [first, second] = await Promise.all(
    (paid ?? []).map(({ body }) => chainTransactions.findSent(userId, textField(body, 'id'))),
  );
  assert(first && second);
  const at = { fence: LEADING, at: NOW };
  const transaction = newTransaction();
  await withdrawals.sign({ ...at, id: first.id, transaction, isFound: false });
  assert.equal(await usedSat(), 86_000n, 'until a block has it');
  const record = renderWithdrawal(first, transaction, BLOCK, NOW);
  await withdrawals.settle({ ...at, id: first.id, block: BLOCK, record });
  assert.equal(await usedSat(), 85_500n, 'the fee was 1,000 sat of 1,500');
  const failure = { reason: 'fee_too_high', message: 'The fee rose above the maximum.' };
  await withdrawals.fail({ ...at, id: second.id, failure, from: 'reserved' });
  assert.equal(await usedSat(), 64_000n);
  const tight = order({ amount: 35_000 });
  checkRefusal(await payer.post(path, tight), 400, 2, over(36_000, 36_500));
  assert.equal((await payer.post(path, { ...tight, max_fee: 1000 })).status, 200);
  assert.equal(await usedSat(), 100_000n);
});
