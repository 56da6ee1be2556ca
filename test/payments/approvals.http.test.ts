import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { sat } from '../../src/base/amount.ts';
import { approvalsOf, checkAsking } from '../support/approvals.ts';
import { field } from '../support/fields.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { strangeAddress } from '../support/onchain/withdrawal-events.ts';
import { checkRefusal } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const { withdrawing } = createFakeSpending();
const api = await startWalletApi({ after }, { waitSec: 0 }, { withdrawing });
const { addAsking, waiting, onlyWaiting, approve, refuse, stateOf } = approvalsOf(api);
const BOLT11 = '/payments/bolt11';
const KEYSEND = '/payments/keysend';
const ONCHAIN = '/payments/onchain';
const ELSEWHERE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

const external = (sats: number) =>
  api.node.externalInvoice({ amountMsat: BigInt(sats) * 1000n }).bolt11;
test('N pays, N + 1 asks, and nothing is held, sent or listed while it waits', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  assert.equal((await session.post(BOLT11, { invoice: await payee.invoice(100) })).status, 200);
  const sentBefore = api.node.sent.length;
  for (const invoice of [await payee.invoice(101), external(101)]) {
    checkAsking(await session.post(BOLT11, { invoice }));
  }
  assert.equal((await waiting(session)).length, 2);
  assert.equal(await session.balanceSat(), 9900);
  assert.equal(api.node.sent.length, sentBefore);
  const { body } = await session.get('/invoices/outgoing');
  assert.equal(Array.isArray(body) && body.length, 1);
  const { session: always } = await addAsking(0n);
  checkAsking(await always.post(BOLT11, { invoice: await payee.invoice(1) }));
});

test('an approved payment is made once, with the answer of any other', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  const invoice = await payee.invoice(500);
  checkAsking(await session.post(BOLT11, { invoice }));
  checkAsking(await session.post(BOLT11, { invoice }));
  const asked = await onlyWaiting(session);
  assert.deepEqual([asked.amountMsat, asked.maxFeeSat], [500_000n, 0n]);
  const answers = await Promise.all([approve(asked), approve(asked), approve(asked)]);
  assert.deepEqual(new Set(answers.map(({ state }) => state)), new Set(['approved']));
  assert.equal(await session.balanceSat(), 9500);
  const paid = await session.post(BOLT11, { invoice });
  assert.deepEqual([paid.status, field(paid.body, 'amount')], [200, 500]);
  assert.equal(await session.balanceSat(), 9500);
  assert.equal(await payee.balanceSat(), 500);
});

test('over the node, the approval covers the fee that was shown, and no more', async () => {
  const { session } = await addAsking(100n);
  const invoice = external(500);
  checkAsking(await session.post(BOLT11, { invoice }));
  const asked = await onlyWaiting(session);
  assert.equal(asked.maxFeeSat, 10n);
  const before = api.node.sent.length;
  assert.equal((await approve(asked)).state, 'approved');
  await api.sent(before + 1);
  assert.equal(api.node.sent.at(-1)?.maxFeeMsat, 10_000n);
  const late = await session.post(BOLT11, { invoice });
  assert(late.status === 200 || /pending/.test(late.text), late.text);
});

test('refused and expired ones are final, and are never paid', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  const invoice = await payee.invoice(500);
  checkAsking(await session.post(BOLT11, { invoice }));
  const asked = await onlyWaiting(session);
  assert.equal(await refuse(asked), true);
  const refused = await session.post(BOLT11, { invoice });
  checkRefusal(
    refused,
    400,
    2,
    'the owner of the wallet has refused this payment: nothing was paid',
  );
  assert.equal((await approve(asked)).state, 'refused');
  assert.equal(await refuse(asked), false);

  const headers = { 'idempotency-key': 'one' };
  const gift = { amount: 300, destination: ELSEWHERE };
  checkAsking(await session.post(KEYSEND, gift, headers));
  const late = await onlyWaiting(session);
  api.clock.move(300_000);
  checkRefusal(
    await session.post(KEYSEND, gift, headers),
    ...([400, 2] as const),
    'the owner of the wallet has not approved this payment in time: nothing was paid',
  );
  assert.equal((await approve(late)).state, 'expired');
  assert.equal(await session.balanceSat(), 10_000);
});

test('what no longer fits when it is approved ends, and does not wait for money', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  const [first, second] = [await payee.invoice(6000), await payee.invoice(6000)];
  for (const invoice of [first, second]) checkAsking(await session.post(BOLT11, { invoice }));
  const [newer, older] = await waiting(session);
  assert(newer !== undefined && older !== undefined);
  assert.equal((await approve(older)).state, 'approved');
  const failed = await approve(newer);
  assert.deepEqual([failed.state, failed.failure], ['failed', 'insufficient_balance']);
  assert.equal(await session.balanceSat(), 4000);
});

test('balance and budget are asked before the owner is', async () => {
  const { session } = await addAsking(100n, { limitSat: sat(400n) });
  const payee = await api.addUser();
  const over = await session.post(BOLT11, { invoice: await payee.invoice(401) });
  assert.match(over.text, /over budget/);
  const { session: poor } = await addAsking(100n);
  const dear = await poor.post(BOLT11, { invoice: await payee.invoice(10_001) });
  assert.match(dear.text, /not enough balance/);
  assert.deepEqual([await waiting(session), await waiting(poor)], [[], []]);
});

test('raising lets the same amount be paid without asking, exactly', async () => {
  const { session, grant } = await addAsking(100n);
  const payee = await api.addUser();
  checkAsking(await session.post(BOLT11, { invoice: await payee.invoice(500) }));
  await approve(await onlyWaiting(session), true);
  const read = await api.deps.budgets.readBudgets(grant.userId, [grant.grantId], api.clock.now());
  assert.equal(read.get(grant.grantId)?.askAboveSat, 500n);
  assert.equal((await session.post(BOLT11, { invoice: await payee.invoice(500) })).status, 200);
  checkAsking(await session.post(BOLT11, { invoice: await payee.invoice(501) }));
});

test('a withdrawal asks, and is ordered with the highest fee that was shown', async () => {
  const { session } = await addAsking(100n);
  await session.receive(100_000);
  const headers = { 'idempotency-key': 'chain' };
  const order = { address: strangeAddress(), amount: 20_000, speed: 'normal' };
  checkAsking(await session.post(ONCHAIN, order, headers));
  const asked = await onlyWaiting(session);
  assert.equal(asked.maxFeeSat, 1500n);
  assert.equal((await approve(asked)).state, 'approved');
  const ordered = await session.post(ONCHAIN, order, headers);
  assert.deepEqual([ordered.status, field(ordered.body, 'max_fee')], [200, 1500], ordered.text);
  assert.equal(await session.balanceSat(), 110_000 - 21_500);
});

test('ten of a spender and thirty of a user wait, and others get through', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  const ask = async () => await session.post(BOLT11, { invoice: await payee.invoice(200) });
  const answers = await Promise.all(Array.from({ length: 14 }, ask));
  const refused = answers.filter(({ status }) => status === 400);
  assert.equal(refused.length, 4);
  assert.match(refused[0]?.text ?? '', /too many payments wait/);
  assert.equal((await waiting(session)).length, 10);
  assert.equal((await session.post(BOLT11, { invoice: await payee.invoice(100) })).status, 200);
});

test('what a spender has asked for ends with the spender', async () => {
  const { session, grant } = await addAsking(100n);
  const payee = await api.addUser();
  checkAsking(await session.post(BOLT11, { invoice: await payee.invoice(200) }));
  const asked = await onlyWaiting(session);
  await api.deps.tokens.revokeToken({ id: grant.grantId, userId: grant.userId }, api.clock.now());
  assert.equal(await stateOf(asked), 'withdrawn');
  assert.equal((await approve(asked)).state, 'withdrawn');
  assert.equal(await payee.balanceSat(), 0);
});

test('an invoice that is paid by other means needs no approval any more', async () => {
  const { session, grant } = await addAsking(100n);
  const payee = await api.addUser();
  const invoice = await payee.invoice(200);
  checkAsking(await session.post(BOLT11, { invoice }));
  const asked = await onlyWaiting(session);
  const other = await session.withScopes(ALL_SCOPES);
  assert.equal((await other.post(BOLT11, { invoice })).status, 200);
  assert.equal((await approve(asked)).state, 'withdrawn');
  const again = await session.post(BOLT11, { invoice });
  assert.match(again.text, /already paid by another of your apps/);
  assert.equal(await session.balanceSat(), 9800);
  const second = await payee.invoice(300);
  checkAsking(await session.post(BOLT11, { invoice: second }));
  const waits = await onlyWaiting(session);
  assert.equal((await other.post(BOLT11, { invoice: second })).status, 200);
  await api.deps.approvals.endDue(api.clock.now(), 1000);
  assert.equal(await stateOf(waits), 'withdrawn');
  assert.equal(grant.userId, session.user.id);
});
