import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat, satToMsat } from '../../src/base/amount.ts';
import type { Approval } from '../../src/payments/approval.ts';
import { approvePayment } from '../../src/payments/approve-payment.ts';
import { cancelOrphanBatches } from '../../src/payments/recovery/cancel-orphan-batches.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { sendKeysends } from '../../src/payments/send-keysends.ts';
import { asksAbove, DEVICE } from '../support/approvals.ts';
import { NO_WITHDRAWALS } from '../support/onchain/no-withdrawals.ts';
import { type PayBench, startPayBench } from '../support/pay-bench.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import { startService } from '../support/wallet-service.ts';

/** What becomes of several keysends when the process that approves them dies, stops or hears nothing. */

const KEY = { key: 'k', requestHash: Buffer.from('several') };
const GIVEN = { device: DEVICE, raisesAskAbove: false };

const begin = ({ service, ann }: PayBench, count: number) =>
  sendKeysends(service.deps, {
    caller: ann.caller,
    idempotency: KEY,
    orders: Array.from({ length: count }, () => ({
      destination: pubkeyOf(EXTERNAL_KEY),
      amountMsat: satToMsat(sat(10n)),
      memo: null,
      recordsText: null,
    })),
  });

/** A call of several keysends that waits for its approval, with the wait still going on. */
async function ask(count: number) {
  const bench = await startPayBench();
  const { service, world, ann } = bench;
  const { userId } = ann.caller;
  await service.deps.budgets.setBudget(ann.caller, asksAbove(0n), world.clock.now());
  const waiting = begin(bench, count);
  await world.clock.advance(1000);
  const query = { userId, isWaiting: true, offset: 0, limit: 10 };
  const [asked] = await service.deps.approvals.listOfUser(query);
  assert(asked !== undefined);
  assert.deepEqual(world.node.books.sent, []);
  return { bench, asked, waiting };
}

const approve = ({ service }: PayBench, asked: Approval): Promise<Approval> =>
  approvePayment({ ...service.deps, ...NO_WITHDRAWALS }, asked, GIVEN);

async function kindsOf(bench: PayBench, waiting: ReturnType<typeof begin>) {
  const answer = await bench.world.clock.until(waiting);
  assert(answer.ok, answer.ok ? '' : answer.refusal.kind);
  return answer.value.map(({ result }) => (result.ok ? 'settled' : result.refusal.kind));
}

test('the waiting call and a repeat get the answer of all', async () => {
  const { bench, asked, waiting } = await ask(12);
  const { world } = bench;
  assert.equal((await world.clock.until(approve(bench, asked))).state, 'approved');
  const all = Array(12).fill('settled');
  assert.deepEqual(await kindsOf(bench, waiting), all);
  assert.deepEqual(await kindsOf(bench, begin(bench, 12)), all);
  assert.equal(world.node.books.sent.length, 12);
  assert.equal(world.walletSat(bench.ann), 99_880n);
  world.checkBooks();
});

test('a killed process: nothing is sent twice, what was not begun is cancelled', async () => {
  const { bench, asked } = await ask(12);
  const { world, service } = bench;
  let sentCount = 0;
  service.breakage.onCall.set('send', () => {
    sentCount += 1;
    if (sentCount === 3) service.kill();
  });
  void approve(bench, asked).catch(() => undefined);
  await world.clock.advance(1000);
  const worker = await startService(world, 'worker');
  worker.run(resolvePayments);
  worker.run(cancelOrphanBatches);
  await world.clock.advance(20 * 60_000);
  const states = [...world.memory.money.batchItemStates.values()];
  assert.equal(states.includes('pending'), false);
  assert(states.includes('cancelled'));
  assert.equal(world.heldSat(bench.ann), 0n);
  const paid = BigInt(world.records(bench.ann).length);
  assert.equal(world.walletSat(bench.ann), 100_000n - paid * 10n);
  const told = await kindsOf(
    { ...bench, service: worker },
    begin({ ...bench, service: worker }, 12),
  );
  assert.equal(BigInt(told.filter((kind) => kind === 'settled').length), paid);
  world.checkBooks();
});

test('a process that dies as it writes the approval sends nothing', async () => {
  for (const at of ['before', 'after'] as const) {
    const { bench, asked, waiting } = await ask(2);
    const { world, service } = bench;
    service.breakage.errors.set('insertApproved', [{ at, error: new Error('away') }]);
    await assert.rejects(world.clock.until(approve(bench, asked)), /away/);
    await world.clock.advance(20_000);
    assert.deepEqual(world.node.books.sent, [], at);
    if (at === 'before') {
      await world.clock.until(approve(bench, asked));
      assert.deepEqual(await kindsOf(bench, waiting), ['settled', 'settled']);
    } else {
      const none = ['batch_item_cancelled', 'batch_item_cancelled'];
      assert.deepEqual(await kindsOf(bench, waiting), none);
      assert.deepEqual(await kindsOf(bench, begin(bench, 2)), none);
    }
    world.checkBooks();
  }
});

test('a process that stops cancels what it has not begun, and leaves nothing pending', async () => {
  const { bench, asked } = await ask(12);
  const { world, service } = bench;
  world.node.books.plan = { kind: 'hold' };
  const approving = approve(bench, asked);
  await world.clock.advance(1000);
  await world.clock.until(service.stop());
  assert.equal((await world.clock.until(approving)).state, 'approved');
  const states = [...world.memory.money.batchItemStates.values()];
  assert.deepEqual(new Set(states), new Set(['started', 'cancelled']));
  assert.equal(world.node.books.sent.length, states.filter((state) => state === 'started').length);
});

test('what could not be begun within a minute is cancelled', async () => {
  const { bench, asked } = await ask(12);
  const { world, service } = bench;
  world.node.books.plan = { kind: 'hold' };
  const deps = { ...service.deps, ...NO_WITHDRAWALS };
  const soon = { ...deps, config: { ...deps.config, waitSec: 3 } };
  const beganAtMs = world.clock.monotonicMs();
  await world.clock.until(approvePayment(soon, asked, GIVEN));
  assert.equal(world.clock.monotonicMs() - beganAtMs, 3000);
  const pendingCount = () =>
    [...world.memory.money.batchItemStates.values()].filter((state) => state === 'pending').length;
  assert.equal(pendingCount(), 4);
  await world.clock.advance(57_000);
  assert.equal(pendingCount(), 0);
  assert.equal(world.node.books.sent.length, 8);
});

test('two who approve at once send one batch', async () => {
  const { bench, asked, waiting } = await ask(3);
  const { world } = bench;
  const other = { ...bench, service: await startService(world, 'other') };
  const both = Promise.all([approve(bench, asked), approve(other, asked)]);
  const ended = await world.clock.until(both);
  assert.deepEqual(
    ended.map(({ state }) => state),
    ['approved', 'approved'],
  );
  assert.deepEqual(await kindsOf(bench, waiting), Array(3).fill('settled'));
  assert.equal(world.node.books.sent.length, 3);
});
