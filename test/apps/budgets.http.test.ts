import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Budget } from '../../src/authorization/budget.ts';
import { hashToken } from '../../src/authorization/personal-token.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { msat, sat } from '../../src/base/amount.ts';
import type { ApiUser } from '../support/api-user.ts';
import { field, listField, textField } from '../support/fields.ts';
import { awayFromMidnight } from '../support/movable-clock.ts';
import { addPayer, checkRefusal } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
awayFromMidnight(api.clock);
const ELSEWHERE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

async function grantOf({ user }: ApiUser) {
  const tokens = await api.deps.tokens.listPersonalTokens(user.id);
  const grantId = tokens.at(-1)?.id;
  assert(grantId !== undefined);
  return { userId: user.id, grantId };
}

/** A token with a budget, of a user whose first token has none. */
async function addBudgeted(limitSat: number, changes: Partial<Budget> = {}): Promise<ApiUser> {
  const session = await (await addPayer(api)).withScopes(ALL_SCOPES);
  const budget = {
    limitSat: sat(BigInt(limitSat)),
    askAboveSat: null,
    interval: 'ever',
    expiresAt: null,
  } as const;
  const grant = await grantOf(session);
  await api.deps.budgets.setBudget(grant, { ...budget, ...changes }, api.clock.now());
  return session;
}

const external = (sats: number) =>
  api.node.externalInvoice({ amountMsat: BigInt(sats) * 1000n }).bolt11;
const keysend = (amount: number) => ({ amount, destination: ELSEWHERE });
const overBudget = (left: number, needed: number) =>
  `over budget: this app or token may spend 100 sat in total, ${left} sat are left, and the ` +
  `payment needs up to ${needed} sat with fees; the budget does not renew`;

test('M70 each endpoint answers 400 code 2 over budget, and pays nothing', async () => {
  const payer = await addBudgeted(100);
  const payee = await api.addUser();
  const sentBefore = api.node.sent.length;
  const [bill, gift] = ['/payments/bolt11', '/payments/keysend'];
  checkRefusal(await payer.post(bill, { invoice: external(91) }), 400, 2, overBudget(100, 101));
  const internal = { invoice: await payee.invoice(101) };
  checkRefusal(await payer.post(bill, internal), 400, 2, overBudget(100, 101));
  checkRefusal(await payer.post(gift, keysend(95)), 400, 2, overBudget(100, 105));
  const several = { keysends: [keysend(50), keysend(51)] };
  const answer = await payer.post('/payments/keysend/multi', several);
  checkRefusal(answer, 400, 2, overBudget(100, 101));
  assert.equal(await payer.balanceSat(), 10_000);
  assert.equal(api.node.sent.length, sentBefore);
});

test('what is left can be spent, by any endpoint, and then nothing more', async () => {
  const payer = await addBudgeted(100);
  const payee = await api.addUser();
  api.node.plan = { kind: 'succeed', feeMsat: msat(1500n) };
  const paid = await payer.post('/payments/bolt11', { invoice: await payee.invoice(20) });
  assert.equal(paid.status, 200);
  assert.equal((await payer.post('/payments/keysend', keysend(20))).status, 200);
  const items = [keysend(20), keysend(38)];
  const sent = await payer.post('/payments/keysend/multi', { keysends: items });
  assert.equal(sent.status, 200, sent.text);
  const errors = listField(sent.body, 'keysends').map((one) => field(field(one, 'error'), 'code'));
  assert.deepEqual(errors, [0, 2], 'each with its own fees');
  assert.equal((await payer.post('/payments/keysend', keysend(37))).status, 400);
  const balance = await payer.balanceSat();
  assert.equal(balance, 10_000 - 20 - 22 - 22);
});

test('a repeated call is answered as the first was, whatever is left', async () => {
  const payer = await addBudgeted(100);
  const payee = await api.addUser();
  const key = { 'idempotency-key': 'once' };
  const bill = { invoice: await payee.invoice(100) };
  const first = await payer.post('/payments/bolt11', bill, key);
  assert.equal(first.status, 200);
  for (const headers of [key, {}]) {
    assert.deepEqual((await payer.post('/payments/bolt11', bill, headers)).body, first.body);
  }
  assert.equal(await payer.balanceSat(), 9900);
});

test('a budget renews by itself, and expires for good', async () => {
  const tomorrow = new Date(api.clock.now().getTime() + 86_400_000);
  const payer = await addBudgeted(100, { interval: 'day', expiresAt: tomorrow });
  const payee = await api.addUser();
  const pay = async () => payer.post('/payments/bolt11', { invoice: await payee.invoice(100) });
  assert.equal((await pay()).status, 200);
  const over = textField((await pay()).body, 'message');
  const renewal = /^over budget: .* 100 sat per day, 0 sat .* renews at (.*)$/.exec(over)?.[1];
  assert(renewal !== undefined, over);
  api.clock.move(new Date(renewal).getTime() - api.clock.now().getTime());
  assert.equal((await pay()).status, 200, 'a new day');
  api.clock.move(86_400_000);
  const expired = `the budget of this app or token expired at ${tomorrow.toISOString()}`;
  checkRefusal(await pay(), 400, 2, expired);
  api.clock.move(-2 * 86_400_000);
});

test('a budget binds its own token, and tells nothing of others or of the balance', async () => {
  const payer = await addBudgeted(100);
  const rich = await payer.withScopes(ALL_SCOPES);
  const payee = await api.addUser();
  const tooMuch = { invoice: await payee.invoice(1_000_000) };
  checkRefusal(await payer.post('/payments/bolt11', tooMuch), 400, 2, overBudget(100, 1_000_000));
  const much = { invoice: await payee.invoice(5000) };
  assert.equal((await rich.post('/payments/bolt11', much)).status, 200);
  const still = { invoice: await payee.invoice(101) };
  checkRefusal(await payer.post('/payments/bolt11', still), 400, 2, overBudget(100, 101));
});

test('M73b no call lets a token give itself more than it has', async () => {
  const payer = await addBudgeted(100);
  const grant = await grantOf(payer);
  const paths = [
    '/tokens',
    '/developer/tokens',
    `/tokens/${grant.grantId}`,
    '/budget',
    '/budgets',
    '/apps',
    `/apps/${grant.grantId}`,
    '/oauth',
    '/user/me',
  ];
  for (const path of paths) {
    for (const body of [{ budget: 1_000_000 }, { limit: '1000000', interval: 'ever' }]) {
      const { status } = await payer.post(path, body);
      assert(status >= 400 && status < 500, `${path} answers ${status}`);
    }
  }
  const invoice = await payer.invoice(101);
  const bill = { invoice, budget: 1_000_000, grant_id: 'other', limit: 1_000_000 };
  checkRefusal(await payer.post('/payments/bolt11', bill), 400, 2, overBudget(100, 101));
  const budgets = await api.deps.budgets.readBudgets(
    grant.userId,
    [grant.grantId],
    api.clock.now(),
  );
  assert.deepEqual(
    [...budgets.values()].map(({ limitSat, usedSat }) => [limitSat, usedSat]),
    [[100n, 0n]],
  );
});

test('M73b a token without scopes has no rights', async () => {
  const payer = await addPayer(api);
  const none = await api.deps.tokens.listPersonalTokens(payer.user.id);
  assert.equal(none.length, 1);
  await assert.rejects(payer.withScopes([]), 'it cannot be made by a person');
  const token = 'sat_pat_no-scopes';
  await api.deps.tokens.addPersonalToken({
    id: `no-scopes-${payer.user.id}`,
    userId: payer.user.id,
    name: 'none',
    scopes: [],
    tokenHash: hashToken(token),
    createdAt: api.clock.now(),
    expiresAt: null,
  });
  const headers = { authorization: `Bearer ${token}` };
  const calls = [
    ['GET', '/balance'],
    ['GET', '/user/me'],
    ['GET', '/invoices'],
    ['POST', '/invoices'],
    ['POST', '/payments/keysend'],
  ] as const;
  for (const [method, path] of calls) {
    const body = method === 'POST' ? { body: { amount: 1, destination: ELSEWHERE } } : {};
    assert.equal((await api.call(method, path, { headers, ...body })).status, 403, path);
  }
});
