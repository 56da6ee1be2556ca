import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { ACCOUNT_RECORD } from '../../src/lightning/custom-records.ts';
import type { Approval } from '../../src/payments/approval.ts';
import { approvePayment } from '../../src/payments/approve-payment.ts';
import { newBatch } from '../../src/payments/new-batch.ts';
import { sendKeysends } from '../../src/payments/send-keysends.ts';
import type { Answer, ApiUser } from '../support/api-user.ts';
import { approvalsOf, checkAsking, DEVICE } from '../support/approvals.ts';
import { eventually } from '../support/eventually.ts';
import { field } from '../support/fields.ts';
import { checkRefusal } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after }, { waitSec: 0 });
const { addAsking, waiting, onlyWaiting, approve, refuse, stateOf } = approvalsOf(api);
const MULTI = '/payments/keysend/multi';
const ELSEWHERE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

const outside = (amount: number, more = {}) => ({ destination: ELSEWHERE, amount, ...more });
/** A keysend to someone of this service. */
const inside = ({ user }: ApiUser, amount: number) => ({
  destination: api.node.identity.pubkey,
  amount,
  custom_records: { [String(ACCOUNT_RECORD)]: user.identifier },
});
const withKey = (key: string) => ({ 'idempotency-key': key });

/** How each item of an answer has ended: its message, which is empty for one that was paid. */
function endsOf({ body, text }: Answer): readonly unknown[] {
  const items = field(body, 'keysends');
  assert(Array.isArray(items), text);
  return items.map((item) => field(field(item, 'error'), 'message'));
}

/** Repeats a call until none of its items is pending. */
const untilEnded = (user: ApiUser, keysends: readonly object[], key: string): Promise<Answer> =>
  eventually('all items have ended', async () => {
    const answer = await user.post(MULTI, { keysends }, withKey(key));
    return endsOf(answer).some((end) => /pending/.test(String(end))) ? null : answer;
  });

test('what is not above the amount together is sent, and one sat more asks once', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  const sent = await session.post(MULTI, { keysends: [inside(payee, 50), inside(payee, 50)] });
  assert.deepEqual(endsOf(sent), ['', '']);
  const before = api.node.sent.length;
  const keysends = [inside(payee, 50), outside(51, { memo: 'for the show' })];
  checkAsking(await session.post(MULTI, { keysends }));
  const asked = await onlyWaiting(session);
  assert.deepEqual([asked.amountMsat, asked.maxFeeSat], [101_000n, 10n]);
  assert.equal(await session.balanceSat(), 9900);
  assert.equal(api.node.sent.length, before);
});

test('what cannot be paid at all is not asked for, but answered', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  const bad = { ...inside(payee, 900), destination: 'no key' };
  const small = await session.post(MULTI, { keysends: [inside(payee, 60), bad] });
  assert.deepEqual(endsOf(small)[0], '');
  const keysends = [inside(payee, 101), bad];
  checkAsking(await session.post(MULTI, { keysends }, withKey('bad')));
  const asked = await onlyWaiting(session);
  assert.equal(asked.amountMsat, 101_000n);
  await approve(asked);
  const [good, refused] = endsOf(await untilEnded(session, keysends, 'bad'));
  assert.equal(good, '');
  assert.match(String(refused), /destination/);
});

test('approved ones are each paid once, and a repeat gets their answer', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  const keysends = [inside(payee, 500), outside(300), inside(payee, 60)];
  checkAsking(await session.post(MULTI, { keysends }, withKey('boost')));
  checkAsking(await session.post(MULTI, { keysends }, withKey('boost')));
  const asked = await onlyWaiting(session);
  const before = api.node.sent.length;
  const answers = await Promise.all([approve(asked), approve(asked), approve(asked)]);
  assert.deepEqual(new Set(answers.map(({ state }) => state)), new Set(['approved']));
  assert.deepEqual(endsOf(await untilEnded(session, keysends, 'boost')), ['', '', '']);
  assert.equal(api.node.sent.length, before + 1);
  assert.equal(await payee.balanceSat(), 560);
  const fee = 9140 - (await session.balanceSat());
  assert(fee >= 0 && fee <= 10, String(fee));
  const other = await session.post(MULTI, { keysends: [outside(300)] }, withKey('boost'));
  assert.match(other.text, /idempotency/i);
});

test('without a key, each call asks for itself', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  const keysends = [inside(payee, 101)];
  for (const _ of [1, 2]) checkAsking(await session.post(MULTI, { keysends }));
  const [second, first] = await waiting(session);
  assert(first !== undefined && second !== undefined);
  await approve(first);
  await eventually('the first is paid', async () => (await payee.balanceSat()) === 101 || null);
  assert.equal(await stateOf(second), 'waiting');
});

test('refused and expired ones are final, and are never sent', async () => {
  const { session } = await addAsking(100n);
  const keysends = [outside(60), outside(60)];
  const before = api.node.sent.length;
  checkAsking(await session.post(MULTI, { keysends }, withKey('no')));
  const asked = await onlyWaiting(session);
  assert.equal(await refuse(asked), true);
  const refused = 'the owner of the wallet has refused this payment: nothing was paid';
  checkRefusal(await session.post(MULTI, { keysends }, withKey('no')), 400, 2, refused);
  assert.equal((await approve(asked)).state, 'refused');

  checkAsking(await session.post(MULTI, { keysends }, withKey('late')));
  const late = await onlyWaiting(session);
  api.clock.move(300_000);
  const expired = 'the owner of the wallet has not approved this payment in time: nothing was paid';
  checkRefusal(await session.post(MULTI, { keysends }, withKey('late')), 400, 2, expired);
  assert.equal((await approve(late)).state, 'expired');
  assert.equal(api.node.sent.length, before);
  assert.equal(await session.balanceSat(), 10_000);
});

test('one that has waited too long cannot be approved, though no one has ended it', async () => {
  const { session } = await addAsking(100n);
  checkAsking(await session.post(MULTI, { keysends: [outside(101)] }));
  const asked = await onlyWaiting(session);
  api.clock.move(300_000);
  assert.equal((await approve(asked)).state, 'expired');
  assert.equal(await session.balanceSat(), 10_000);
});

test('balance and budget are asked before the owner is, and again at the end', async () => {
  const { session } = await addAsking(100n, { limitSat: sat(400n) });
  const over = await session.post(MULTI, { keysends: [outside(200), outside(201)] });
  assert.match(over.text, /over budget/);
  const { session: poor } = await addAsking(100n);
  const dear = await poor.post(MULTI, { keysends: [outside(5000), outside(5001)] });
  assert.match(dear.text, /not enough balance/);
  assert.deepEqual([await waiting(session), await waiting(poor)], [[], []]);

  const payee = await api.addUser();
  for (const key of ['one', 'two']) {
    checkAsking(await poor.post(MULTI, { keysends: [inside(payee, 6000)] }, withKey(key)));
  }
  const [newer, older] = await waiting(poor);
  assert(newer !== undefined && older !== undefined);
  await approve(older);
  await untilEnded(poor, [inside(payee, 6000)], 'one');
  // A repeat of what still waits is not told that the balance has fallen since.
  checkAsking(await poor.post(MULTI, { keysends: [inside(payee, 6000)] }, withKey('two')));
  const failed = await approve(newer);
  assert.deepEqual([failed.state, failed.failure], ['failed', 'insufficient_balance']);
  assert.equal(await payee.balanceSat(), 6000);
});

test('each item counts in the budget, and what a fee costs is capped by what was shown', async () => {
  const { session } = await addAsking(0n, { limitSat: sat(110n) });
  const keysends = [outside(50), outside(50)];
  checkAsking(await session.post(MULTI, { keysends }, withKey('tight')));
  const asked = await onlyWaiting(session);
  const before = api.node.sent.length;
  const dearer = { ...api.deps, config: { ...api.deps.config, feeReserveMinSat: sat(40n) } };
  const given = { device: DEVICE, raisesAskAbove: false };
  assert.equal((await approvePayment(dearer, asked, given)).state, 'approved');
  const ends = endsOf(await untilEnded(session, keysends, 'tight'));
  assert.equal(ends.filter((end) => end === '').length, 1);
  assert.match(ends.join(), /over budget/);
  const maxFees = api.node.sent.slice(before).map(({ maxFeeMsat }) => maxFeeMsat);
  assert.deepEqual(maxFees, [10_000n]);
});

test('raising lets the same sum be sent without asking, exactly', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  checkAsking(await session.post(MULTI, { keysends: [inside(payee, 70), inside(payee, 80)] }));
  await approve(await onlyWaiting(session), true);
  const again = await session.post(MULTI, { keysends: [inside(payee, 150)] });
  assert.deepEqual(endsOf(again), ['']);
  checkAsking(await session.post(MULTI, { keysends: [inside(payee, 150), inside(payee, 1)] }));
});

test('a call with the same key that needed no approval ends the one that waits', async () => {
  const { session, grant } = await addAsking(100n);
  const payee = await api.addUser();
  const keysends = [inside(payee, 150)];
  checkAsking(await session.post(MULTI, { keysends }, withKey('free')));
  const asked = await onlyWaiting(session);
  await api.deps.budgets.setBudget(grant, null, api.clock.now());
  assert.deepEqual(endsOf(await session.post(MULTI, { keysends }, withKey('free'))), ['']);
  assert.equal((await approve(asked)).state, 'withdrawn');
  assert.equal(await payee.balanceSat(), 150);
});

test('what a spender has asked for ends with the spender', async () => {
  const { session, grant } = await addAsking(100n);
  const before = api.node.sent.length;
  checkAsking(await session.post(MULTI, { keysends: [outside(101)] }));
  const asked = await onlyWaiting(session);
  await api.deps.tokens.revokeToken({ id: grant.grantId, userId: grant.userId }, api.clock.now());
  assert.equal((await approve(asked)).state, 'withdrawn');
  assert.equal(api.node.sent.length, before);
});

test('no one is asked for what is stopped, and what is stopped meanwhile ends', async () => {
  const { session, grant } = await addAsking(100n);
  checkAsking(await session.post(MULTI, { keysends: [outside(101)] }, withKey('stop')));
  const asked = await onlyWaiting(session);
  const paymentStop = { stopReason: () => 'the database went back' };
  const stopped = { ...api.deps, paymentStop };
  const send = async (idempotency: Approval['claim']) => {
    const order = { destination: ELSEWHERE, amountMsat: msat(101_000n) };
    const orders = [{ ...order, memo: null, recordsText: null }];
    const caller = { ...grant, clientId: null, scopes: new Set<never>() };
    const answer = await sendKeysends(stopped, { caller, orders, idempotency });
    return answer.ok ? 'sent' : answer.refusal.kind;
  };
  assert.equal(await send(null), 'outside_payments_stopped');
  assert.equal(await send(asked.claim), 'payment_pending', 'what waits may yet be paid');
  const given = { device: DEVICE, raisesAskAbove: false };
  const failed = await approvePayment(stopped, asked, given);
  assert.deepEqual([failed.state, failed.failure], ['failed', 'outside_payments_stopped']);
  assert.equal(await session.balanceSat(), 10_000);
});

/** Writes an approval with its batch for a process that dies before it sends anything. */
async function dieAfterApproving({ id, userId, grantId, planned }: Approval): Promise<string> {
  const { deps, clock } = api;
  assert(planned.order.kind === 'keysends');
  const dead = { ...deps, processId: 'a process that has died' };
  const batch = {
    ...newBatch(dead, { userId }, planned.order.items),
    id: planned.ids.paymentId,
  };
  const given = { approvalId: id, at: clock.now(), device: DEVICE, raisesAskAbove: false };
  const written = await deps.batches.insertApproved(batch, grantId, given);
  assert.deepEqual(written, { kind: 'inserted' });
  assert.deepEqual(await deps.batches.insertApproved(batch, grantId, given), {
    kind: 'approval_over',
  });
  return batch.id;
}

test('if the process dies after approving, what is pending is cancelled and never sent', async () => {
  const { session } = await addAsking(100n);
  const keysends = [outside(60), outside(70)];
  const before = api.node.sent.length;
  checkAsking(await session.post(MULTI, { keysends }, withKey('crash')));
  const asked = await onlyWaiting(session);
  const batchId = await dieAfterApproving(asked);
  assert.match(endsOf(await session.post(MULTI, { keysends }, withKey('crash'))).join(), /pending/);
  const orphans = await api.deps.batches.listOrphanBatches(new Date(0), 100);
  assert(orphans.includes(batchId));
  await api.deps.batches.cancelPendingItems(batchId);
  const told = await session.post(MULTI, { keysends }, withKey('crash'));
  assert.equal(told.status, 500);
  for (const end of endsOf(told)) assert.match(String(end), /not sent/);
  assert.equal((await approve(asked)).state, 'approved');
  assert.equal(api.node.sent.length, before);
  assert.equal(await session.balanceSat(), 10_000);
});

test('an approval lets only its own batch pass', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  checkAsking(await session.post(MULTI, { keysends: [inside(payee, 150)] }));
  await approve(await onlyWaiting(session));
  await eventually('it is paid', async () => (await payee.balanceSat()) === 150 || null);
  checkAsking(await session.post(MULTI, { keysends: [inside(payee, 150)] }));
  const invoice = await payee.invoice(150);
  checkAsking(await session.post('/payments/bolt11', { invoice }));
  assert.equal(await payee.balanceSat(), 150);
});

test('what waits has a bound in number and size', async () => {
  const { session } = await addAsking(0n);
  const memo = 'm'.repeat(600);
  const keysends = Array.from({ length: 100 }, () => outside(1, { memo }));
  const large = await session.post(MULTI, { keysends });
  assert.match(large.text, /too large for one: send fewer at once/);
  const few = { keysends: keysends.slice(0, 50) };
  for (let count = 0; count < 10; count += 1) checkAsking(await session.post(MULTI, few));
  assert.match((await session.post(MULTI, few)).text, /too many payments wait/);
});
