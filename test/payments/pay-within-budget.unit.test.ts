import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat, satToMsat } from '../../src/base/amount.ts';
import type { BatchAnswer } from '../../src/payments/answer-batch.ts';
import type { KeysendOrder } from '../../src/payments/keysend-order.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { sendKeysend } from '../../src/payments/send-keysend.ts';
import { sendKeysends } from '../../src/payments/send-keysends.ts';
import { createMemoryBudgets } from '../support/money-model/budgets.ts';
import { type PayBench, refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import { startService } from '../support/wallet-service.ts';

const EXTERNAL = pubkeyOf(EXTERNAL_KEY);

async function startBench(limitSat: bigint, startIso?: string) {
  const bench = await startPayBench({}, startIso);
  const { ann, world } = bench;
  const budgets = createMemoryBudgets(world.memory.money);
  const now = () => world.clock.now();
  const setBudget = (limit: bigint) =>
    budgets.setBudget(
      ann.caller,
      { limitSat: sat(limit), askAboveSat: null, interval: 'day', expiresAt: null },
      now(),
    );
  await setBudget(limitSat);
  const usedSat = async () => {
    const { userId, grantId } = ann.caller;
    return (await budgets.readBudgets(userId, [grantId], now())).get(grantId)?.usedSat;
  };
  return { ...bench, setBudget, usedSat };
}

const keysend = (amountSat: bigint, destination = EXTERNAL): KeysendOrder => ({
  destination,
  amountMsat: satToMsat(sat(amountSat)),
  memo: null,
  recordsText: null,
});

const send = ({ service, ann, world }: PayBench, orders: readonly KeysendOrder[], key?: string) =>
  world.clock.until(
    sendKeysends(service.deps, {
      caller: ann.caller,
      orders,
      idempotency: key === undefined ? null : { key, requestHash: Buffer.from(key) },
    }),
  );

test('M70 no way to pay passes the budget by', async () => {
  const bench = await startBench(2000n);
  const { world, service, ann, pay, usedSat } = bench;
  world.node.books.plan = { kind: 'succeed', feeMsat: 1000n };
  settledOf(await pay(world.node.bill({ amountMsat: 500_000n }).bolt11));
  assert.equal(await usedSat(), 501n, 'with the fee of the route');
  const one = { caller: ann.caller, idempotency: null };
  settledOf(await world.clock.until(sendKeysend(service.deps, { ...one, order: keysend(500n) })));
  const several = await send(bench, [keysend(400n), keysend(90n)]);
  assert(several.ok && several.value.every(({ result }) => result.ok));
  const used = (await usedSat()) ?? 0n;
  assert.equal(used, 1494n);
  const before = world.walletSat(ann);

  const { bolt11 } = world.node.bill({ amountMsat: 600_000n });
  assert.equal(refusalOf(await pay(bolt11)).kind, 'budget_exceeded');
  const refused = await sendKeysend(service.deps, { ...one, order: keysend(600n) });
  assert.equal(refusalOf(refused).kind, 'budget_exceeded');
  const own = { recordsText: { 696969: ann.user.identifier } };
  const toHimself = { ...keysend(600n, world.node.identity.pubkey), ...own };
  const internal = await sendKeysend(service.deps, { ...one, order: toHimself });
  assert.equal(refusalOf(internal).kind, 'budget_exceeded');
  const whole = await send(bench, [keysend(300n), keysend(300n)]);
  assert(!whole.ok && whole.refusal.kind === 'budget_exceeded');
  assert.equal(world.memory.money.batches.size, 1, 'nothing of it was begun');
  assert.equal(world.walletSat(ann), before);
  world.checkBooks();
});

test('M71 a payment that the payee holds counts, until it is proven to have failed', async () => {
  const { world, service, begin, usedSat } = await startBench(1100n);
  world.node.books.plan = { kind: 'hold' };
  const held = world.node.bill();
  const answer = begin(held.bolt11);
  await world.clock.advance(61_000);
  assert.equal(refusalOf(await answer).kind, 'payment_pending');
  assert.equal(await usedSat(), 1010n);
  const next = world.node.bill({ amountMsat: 100_000n }).bolt11;
  assert.equal(refusalOf(await begin(next)).kind, 'budget_exceeded');
  world.node.end(held.paymentHash, { kind: 'fail', reason: 'no_route' });
  service.run(resolvePayments);
  await world.clock.advance(5000);
  assert.equal(await usedSat(), 0n);
  world.checkBooks();
  await service.stop();
});

test('M71 M73 held over midnight and over a crash, it ends in the window of its order', async () => {
  const bench = await startBench(1500n, '2030-01-01T23:59:59.500Z');
  const { world, service, ann, begin, usedSat } = bench;
  world.node.books.plan = { kind: 'hold' };
  const held = world.node.bill();
  void begin(held.bolt11);
  await world.clock.advance(0);
  assert.equal(await usedSat(), 1010n);
  service.kill();
  await world.clock.advance(1000);
  const next = await startService(world, 'next');
  next.run(resolvePayments);
  assert.equal(await usedSat(), 0n, 'a new day');
  world.node.books.plan = { kind: 'succeed', feeMsat: 0n };
  const caller = ann.caller;
  const { bolt11 } = world.node.bill();
  const input = { caller, bolt11, amountMsat: null, idempotency: null };
  settledOf(await world.clock.until(payInvoice(next.deps, input)));
  world.node.end(held.paymentHash, { kind: 'fail', reason: 'no_route' });
  await world.clock.advance(700_000);
  assert.equal(world.heldSat(ann), 0n);
  assert.equal(await usedSat(), 1000n, 'what yesterday gives back is not spent again today');
  world.checkBooks();
  await next.stop();
});

test('the items of a list reserve one by one, and a repeat says what each was told', async () => {
  const bench = await startBench(250n);
  bench.world.node.books.plan = { kind: 'hold' };
  const answer = send(bench, [keysend(100n), keysend(100n), keysend(50n)], 'key');
  await bench.world.clock.advance(500);
  for (const { paymentHash } of bench.world.node.books.sent) {
    bench.world.node.end(paymentHash, { kind: 'succeed', feeMsat: 0n });
  }
  const first = await answer;
  assert(first.ok);
  const kinds = first.value.map(({ result }) => (result.ok ? 'paid' : result.refusal.kind));
  assert.deepEqual(kinds, ['paid', 'paid', 'budget_exceeded']);
  const again = await send(bench, [keysend(100n), keysend(100n), keysend(50n)], 'key');
  assert(again.ok);
  const repeated = again.value.map(({ result }) => (result.ok ? 'paid' : result.refusal));
  assert.deepEqual(repeated, ['paid', 'paid', refusedAt(first.value, 2)]);
  assert.equal(await bench.usedSat(), 200n);
  bench.world.checkBooks();
});

function refusedAt(items: BatchAnswer, place: number) {
  const result = items[place]?.result;
  assert(result !== undefined && !result.ok);
  return result.refusal;
}

test('a joined or repeated call asks nothing more of the budget', async () => {
  const { world, begin, pay, usedSat, setBudget } = await startBench(1010n);
  const bill = world.node.bill();
  const answers = await world.clock.until(
    Promise.all(Array.from({ length: 5 }, () => begin(bill.bolt11, { key: 'key' }))),
  );
  for (const answer of answers) settledOf(answer);
  await setBudget(1n);
  settledOf(await pay(bill.bolt11));
  settledOf(await pay(bill.bolt11, { key: 'key' }));
  assert.equal(await usedSat(), 1000n);
  world.checkBooks();
});
