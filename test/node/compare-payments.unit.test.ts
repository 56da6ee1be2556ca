import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePayments } from '../../src/node/compare-payments.ts';
import { watchStops } from '../../src/node/watch-stops.ts';
import { refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { account } from '../support/receive-bench.ts';
import { stop } from '../support/wallet-memory/safety-memory.ts';

/** A database that was put back to an earlier state, and the node that went on. */

async function startComparing(config: Parameters<typeof startPayBench>[0] = {}) {
  const bench = await startPayBench(config);
  bench.service.run(comparePayments);
  bench.service.run(watchStops);
  const { memory, clock } = bench.world;
  const restore = (): void => stop(memory.safety, clock, 'restored');
  return { ...bench, safety: memory.safety, restore };
}

test('while all is well the mark follows the node, once a minute', async () => {
  const { world, pay, safety } = await startComparing();
  await world.clock.advance(1000);
  assert.equal(safety.paymentIndex, 0n);
  settledOf(await pay(world.node.bill().bolt11));
  await world.clock.advance(61_000);
  assert.equal(safety.paymentIndex, 1n);
  world.checkBooks();
});

test('after a restore nothing leaves, and when the node shows nothing new it leaves again', async () => {
  const { world, pay, safety, restore, service, ann } = await startComparing();
  settledOf(await pay(world.node.bill().bolt11));
  await world.clock.advance(61_000);
  restore();
  await world.clock.advance(4000);
  assert.equal(refusalOf(await pay(world.node.bill().bolt11)).kind, 'outside_payments_stopped');
  const bob = await world.addUser('bob');
  assert.equal(world.node.books.sent.length, 1);
  await world.clock.advance(50_000);
  assert.notEqual(service.deps.paymentStop.stopReason(), null, 'a slow sender may still be at it');
  await world.clock.advance(90_000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
  assert.deepEqual(world.alarmKinds(), []);
  settledOf(await pay(world.node.bill().bolt11));
  assert.equal(safety.stops.size, 0);
  assert.equal(world.walletSat(bob), 0n);
  assert(world.walletSat(ann) < 100_000n);
  world.checkBooks();
});

test('where users have addresses, the wallet of the node has to be read as well', async () => {
  const { world, pay, safety, restore } = await startComparing({ hasAddresses: true });
  await world.clock.advance(1000);
  restore();
  await world.clock.advance(300_000);
  assert.equal(refusalOf(await pay(world.node.bill().bolt11)).kind, 'outside_payments_stopped');
  world.memory.chain.lookedAt = world.clock.now();
  await world.clock.advance(20_000);
  assert.equal(safety.stops.size, 0);
  settledOf(await pay(world.node.bill().bolt11));
  world.checkBooks();
});

test('a payment without a row of ours keeps all that leaves stopped, until a person says so', async () => {
  const { world, pay, safety, restore, service } = await startComparing();
  await world.clock.advance(1000);
  const lost = world.node.bill({ amountMsat: 5_000_000n });
  world.node.takeForOthers(lost.paymentHash);
  world.node.end(lost.paymentHash, { kind: 'succeed', feeMsat: 0n });
  const failed = world.node.bill();
  world.node.takeForOthers(failed.paymentHash);
  world.node.end(failed.paymentHash, { kind: 'fail', reason: 'no_route' });
  restore();
  await world.clock.advance(600_000);
  assert.notEqual(service.deps.paymentStop.stopReason(), null);
  assert.deepEqual(world.alarmKinds(), ['payment_not_in_books']);
  assert.deepEqual(
    (await service.deps.comparisons.listDifferences(10)).map(({ kind, paymentHash, state }) => [
      kind,
      paymentHash,
      state,
    ]),
    [['payment', lost.paymentHash, 'succeeded']],
    'what failed has moved nothing',
  );
  assert.equal(world.node.books.sent.length, 0, 'nothing is sent again');

  assert.equal(await service.deps.comparisons.release(false), 'released');
  await world.clock.advance(4000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
  settledOf(await pay(world.node.bill().bolt11));
  await world.clock.advance(61_000);
  assert.equal(safety.paymentIndex, 3n);
  world.checkBooks();
});

test('a row that failed here stands for nothing that was paid since', async () => {
  const { world, pay, restore, service } = await startComparing();
  const bill = world.node.bill();
  world.node.books.plan = { kind: 'fail', reason: 'no_route' };
  refusalOf(await pay(bill.bolt11));
  await world.clock.advance(61_000);
  world.node.takeForOthers(bill.paymentHash);
  restore();
  await world.clock.advance(10_000);
  const [difference] = await service.deps.comparisons.listDifferences(10);
  assert.deepEqual(
    [difference?.paymentHash, difference?.state],
    [bill.paymentHash, 'in_flight'],
    'money may be on its way',
  );
  world.node.end(bill.paymentHash, { kind: 'fail', reason: 'timeout' });
  await world.clock.advance(130_000);
  assert.deepEqual(await service.deps.comparisons.listDifferences(10), []);
  assert.notEqual(
    service.deps.paymentStop.stopReason(),
    null,
    'what was seen once, a person releases',
  );
  assert.equal(await service.deps.comparisons.release(false), 'released');
  await world.clock.advance(4000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
  world.checkBooks();
});

test('money that came in for an invoice that is lost is told, and stops nothing', async () => {
  const { world, restore, service, ann } = await startComparing();
  const { bolt11, paymentHash, preimage } = world.node.ownBill();
  const before = { settledAt: world.clock.now(), paymentHash, bolt11, preimage };
  world.node.receiveKeysend(account(ann), { ...before, isKeysend: false });
  world.node.receiveKeysend(account(ann));
  restore();
  await world.clock.advance(130_000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
  assert.deepEqual(world.alarmKinds(), ['invoice_not_in_books']);
  assert.equal(world.memory.alarms[0]?.subject, paymentHash, 'a keysend needs no row');
});

test('nothing is concluded from a node that is behind, away, or not ours', async () => {
  const { world, restore, service } = await startComparing();
  restore();
  world.node.says.synced = false;
  await world.clock.advance(130_000);
  assert.equal(world.memory.safety.comparedIndex, null);
  world.node.says.synced = true;
  world.node.says.pubkey = `02${'ab'.repeat(32)}`;
  await world.clock.advance(130_000);
  world.node.books.isAway = true;
  await world.clock.advance(130_000);
  assert.equal(world.memory.safety.comparedIndex, null);
  assert.notEqual(service.deps.paymentStop.stopReason(), null);
  world.node.says.pubkey = world.node.identity.pubkey;
  world.node.books.isAway = false;
  await world.clock.advance(200_000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
});

test('a database that changes under a running service is noticed by the next mark', async () => {
  const { world, service, safety } = await startComparing();
  await world.clock.advance(1000);
  safety.identity = 'promoted standby';
  world.node.takeForOthers('ab'.repeat(32));
  await world.clock.advance(70_000);
  assert.notEqual(service.deps.paymentStop.stopReason(), null);
  assert.equal(safety.paymentIndex, 0n, 'the mark stays where the old database was sure of it');
  assert.deepEqual(world.alarmKinds(), ['payment_not_in_books']);
  assert.equal(await service.deps.comparisons.release(false), 'released');
  await world.clock.advance(130_000);
  assert.equal(service.deps.paymentStop.stopReason(), null, 'the new one is known from now on');
});

test('where commits wait for standbys, payments leave again soon after one was promoted', async () => {
  const { world, pay, safety, service } = await startComparing({ hasStandbys: true });
  settledOf(await pay(world.node.bill().bolt11));
  await world.clock.advance(61_000);
  safety.identity = 'promoted standby';
  await world.clock.advance(4000);
  assert.equal(refusalOf(await pay(world.node.bill().bolt11)).kind, 'outside_payments_stopped');
  assert.notEqual(safety.wentBackAt, null);
  await world.clock.advance(8000);
  assert.notEqual(
    service.deps.paymentStop.stopReason(),
    null,
    'each process looks for its payments',
  );
  await world.clock.advance(10_000);
  assert.equal(service.deps.paymentStop.stopReason(), null);
  assert.equal(safety.wentBackAt, null, 'apps may pay again as well');
  settledOf(await pay(world.node.bill().bolt11));
  world.checkBooks();
});

test('there, too, a payment that is missing keeps all that leaves stopped', async () => {
  const { world, safety, service } = await startComparing({ hasStandbys: true });
  await world.clock.advance(1000);
  const lost = world.node.bill({ amountMsat: 5_000_000n });
  world.node.takeForOthers(lost.paymentHash);
  safety.identity = 'promoted standby';
  await world.clock.advance(300_000);
  assert.notEqual(service.deps.paymentStop.stopReason(), null);
  assert.notEqual(safety.wentBackAt, null);
  assert.deepEqual(world.alarmKinds(), ['payment_not_in_books']);
});

test('without standbys payments leave again as soon as no sender can be at it any more', async () => {
  const { world, safety, service } = await startComparing();
  await world.clock.advance(1000);
  safety.identity = 'promoted standby';
  await world.clock.advance(60_000);
  assert.notEqual(service.deps.paymentStop.stopReason(), null);
  await world.clock.advance(8000);
  assert.equal(service.deps.paymentStop.stopReason(), null, 'not another minute');
});
