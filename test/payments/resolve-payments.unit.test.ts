import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import {
  onlyPayment,
  type PayBench,
  refusalOf,
  settledOf,
  startPayBench,
} from '../support/pay-bench.ts';
import { startService, type WalletService } from '../support/wallet-service.ts';

/** A second process that recovers what others left. */
async function startRecovery({ world }: PayBench): Promise<WalletService> {
  const worker = await startService(world, 'worker');
  worker.run(resolvePayments);
  return worker;
}

/** A payment whose answer was lost; the caller was told that it is pending. */
async function payAndLose(bench: PayBench, isTaken: boolean) {
  const { node } = bench.world;
  node.books.plan = { kind: 'lose', isTaken };
  const bill = node.bill();
  assert.equal(refusalOf(await bench.pay(bill.bolt11)).kind, 'payment_pending');
  return bill;
}

test('M21 not found once is no proof; twice, a minute apart on a synced node, is', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  const bill = await payAndLose(bench, false);
  await startRecovery(bench);
  await world.clock.advance(MINUTE_MS - 2000);
  assert.equal(onlyPayment(bench).state, 'unknown');
  assert.notEqual(onlyPayment(bench).dispatch.firstNotFoundAt, null);
  assert.equal(world.heldSat(ann), 1010n);
  await world.clock.advance(MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'failed');
  assert.equal(world.walletSat(ann), 100_000n);
  const again = refusalOf(await bench.pay(bill.bolt11));
  assert.equal(again.kind, 'payment_pending', 'after the failure it is a new attempt');
  world.checkBooks();
});

test('not found counts for nothing on a node that is catching up, or on another node', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world } = bench;
  await payAndLose(bench, false);
  world.node.says.synced = false;
  await startRecovery(bench);
  await world.clock.advance(10 * MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'unknown');
  assert.equal(onlyPayment(bench).dispatch.firstNotFoundAt, null);
  world.node.says.synced = true;
  world.node.says.pubkey = `02${'ab'.repeat(32)}`;
  await world.clock.advance(10 * MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'unknown');
  assert.deepEqual(world.alarmKinds(), ['node_changed']);
  world.checkBooks();
});

test('a look that finds the payment forgets the first that did not', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world } = bench;
  const bill = await payAndLose(bench, false);
  await startRecovery(bench);
  await world.clock.advance(10_000);
  assert.notEqual(onlyPayment(bench).dispatch.firstNotFoundAt, null);
  world.node.takeForOthers(bill.paymentHash);
  await world.clock.advance(MINUTE_MS);
  assert.equal(onlyPayment(bench).dispatch.firstNotFoundAt, null);
  assert.equal(onlyPayment(bench).state, 'in_flight');
  world.checkBooks();
});

test('M22 a failure of an earlier attempt reads as not found, and ends like that', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  const { node } = world;
  const bill = node.bill();
  node.takeForOthers(bill.paymentHash);
  node.end(bill.paymentHash, { kind: 'fail', reason: 'no_route' });
  node.books.plan = { kind: 'lose', isTaken: false };
  assert.equal(refusalOf(await bench.pay(bill.bolt11)).kind, 'payment_pending');
  await startRecovery(bench);
  await world.clock.advance(MINUTE_MS / 2);
  assert.equal(onlyPayment(bench).state, 'unknown');
  await world.clock.advance(2 * MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'failed');
  assert.equal(world.walletSat(ann), 100_000n);
  world.checkBooks();
});

test('an earlier attempt of someone else counts as found, but not as ours', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world } = bench;
  const bill = world.node.bill();
  world.node.takeForOthers(bill.paymentHash);
  refusalOf(await bench.pay(bill.bolt11));
  await startRecovery(bench);
  await world.clock.advance(10 * MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'unknown');
  assert.equal(onlyPayment(bench).dispatch.acknowledgedIndex, null);
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await world.clock.advance(MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'failed');
  assert.deepEqual(world.alarmKinds(), ['foreign_payment_for_hash']);
  assert.equal(world.walletSat(bench.ann), 100_000n);
  world.checkBooks();
});

test('a node that finds it again, though not as ours, restarts the count', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world } = bench;
  const { payments } = world.node.books;
  const bill = world.node.bill();
  world.node.takeForOthers(bill.paymentHash);
  refusalOf(await bench.pay(bill.bolt11));
  payments.delete(bill.paymentHash);
  await startRecovery(bench);
  await world.clock.advance(10_000);
  assert.notEqual(onlyPayment(bench).dispatch.firstNotFoundAt, null);
  payments.set(bill.paymentHash, { kind: 'in_flight', paymentIndex: 1n });
  await world.clock.advance(MINUTE_MS);
  assert.equal(onlyPayment(bench).dispatch.firstNotFoundAt, null);
});

test('what the node acknowledged and forgot is never given back: a person has to look', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill();
  refusalOf(await bench.pay(bill.bolt11));
  bench.service.kill();
  world.node.books.payments.delete(bill.paymentHash);
  await startRecovery(bench);
  await world.clock.advance(60 * MINUTE_MS);
  assert.equal(world.heldSat(ann), 1010n);
  assert.deepEqual(world.alarmKinds(), ['acknowledged_payment_not_found']);
  world.checkBooks();
});

test('M26 a held payment is held until the node tells its end, however long that takes', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill();
  refusalOf(await bench.pay(bill.bolt11));
  bench.service.kill();
  const first = await startRecovery(bench);
  await world.clock.advance(60 * MINUTE_MS);
  assert.equal(world.heldSat(ann), 1010n);
  // The time-lock of a held payment is about two weeks long; meanwhile all processes were away.
  first.kill();
  await world.clock.advance(16 * DAY_MS);
  const worker = await startService(world, 'another worker');
  worker.run(resolvePayments);
  await world.clock.advance(60 * MINUTE_MS);
  assert.equal(world.heldSat(ann), 1010n);
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await world.clock.advance(MINUTE_MS);
  assert.equal(world.walletSat(ann), 99_000n);
  assert.equal(onlyPayment(bench).preimage, bill.preimage);
  world.checkBooks();
  await worker.stop();
});

test('a stalled sender that wakes up after recovery gave up sends nothing', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  const awake = Promise.withResolvers<void>();
  service.breakage.onCall.set('heartbeat', () => awake.promise);
  service.breakage.onCall.set('beginDispatch', async () => {
    service.breakage.onCall.delete('beginDispatch');
    await awake.promise;
  });
  const bill = world.node.bill();
  const pending = refusalOf(await bench.pay(bill.bolt11));
  assert.equal(pending.kind, 'payment_pending');
  await startRecovery(bench);
  await world.clock.advance(MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'failed', 'an ownerless reserve fails at once');
  awake.resolve();
  await world.clock.advance(MINUTE_MS);
  assert.deepEqual(world.node.books.sent, []);
  assert.equal(world.walletSat(bench.ann), 100_000n);
  world.checkBooks();
});

test('M24 while a sender lives, no one else drives its payment', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world } = bench;
  world.node.books.plan = { kind: 'hold' };
  refusalOf(await bench.pay(world.node.bill().bolt11));
  await startRecovery(bench);
  await world.clock.advance(30 * MINUTE_MS);
  assert.equal(onlyPayment(bench).dispatch.ownerProcessId, 'api');
  world.checkBooks();
});

test('a dead sender’s silence counts only after the long grace', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  service.breakage.onCall.set('send', () => new Promise<never>(() => undefined));
  refusalOf(await bench.pay(world.node.bill().bolt11));
  service.kill();
  await startRecovery(bench);
  await world.clock.advance(9 * MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'dispatching');
  assert.equal(onlyPayment(bench).dispatch.firstNotFoundAt, null);
  await world.clock.advance(3 * MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'failed');
  world.checkBooks();
});

test('a failure of someone else is not believed while our sender may still send', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  service.breakage.onCall.set('send', () => new Promise<never>(() => undefined));
  const bill = world.node.bill();
  refusalOf(await bench.pay(bill.bolt11));
  service.kill();
  world.node.takeForOthers(bill.paymentHash);
  world.node.end(bill.paymentHash, { kind: 'fail', reason: 'no_route' });
  await startRecovery(bench);
  await world.clock.advance(9 * MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'dispatching');
  await world.clock.advance(3 * MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'failed');
  world.checkBooks();
});

test('M31 ends belong to attempts: a late success of the first leaves the second alone', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  const bill = await payAndLose(bench, false);
  const recovery = await startRecovery(bench);
  await world.clock.advance(3 * MINUTE_MS);
  const first = onlyPayment(bench);
  assert.equal(first.state, 'failed');
  world.node.books.plan = { kind: 'succeed', feeMsat: 0n };
  const second = settledOf(await bench.pay(bill.bolt11));
  await world.clock.advance(3 * MINUTE_MS);
  assert.notEqual(second.id, first.id);
  assert.deepEqual(world.memory.money.payments.get(first.id), first);
  assert.equal(world.walletSat(ann), 99_000n);
  world.checkBooks();
  await recovery.stop();
});

test('M28 a reserve that no one drives is given up although its process lives', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  service.breakage.onCall.set('newestPaymentIndex', () => new Promise<never>(() => undefined));
  refusalOf(await bench.pay(world.node.bill().bolt11));
  await startRecovery(bench);
  await world.clock.advance(12 * MINUTE_MS);
  assert.equal(onlyPayment(bench).state, 'failed');
  world.checkBooks();
});

test('an adoption whose answer was lost is found again', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  const bill = await payAndLose(bench, true);
  const recovery = await startService(world, 'worker');
  const error = new Error('database away');
  recovery.breakage.errors.set('adoptOrphans', [{ at: 'after', error }]);
  recovery.run(resolvePayments);
  await world.clock.advance(1000);
  assert.equal(onlyPayment(bench).dispatch.ownerProcessId, 'worker');
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await world.clock.advance(2 * MINUTE_MS);
  assert.equal(world.walletSat(ann), 99_000n);
  world.checkBooks();
});

test('M91 one that is only reserved again while recovery works was sent: the database went back', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  const bill = await payAndLose(bench, false);
  await startRecovery(bench);
  await world.clock.advance(1000);
  const sent = onlyPayment(bench);
  assert.equal(sent.state, 'unknown');
  assert.equal(sent.dispatch.ownerProcessId, 'worker');
  const dispatch = { ...sent.dispatch, senderProcessId: null, indexBefore: null };
  world.memory.money.payments.set(sent.id, { ...sent, state: 'reserved', dispatch });
  await world.clock.advance(30_000);
  assert.notEqual(onlyPayment(bench).state, 'failed');
  assert.deepEqual(world.alarmKinds(), ['database_gone_back']);
  assert.equal(world.heldSat(ann), 1010n);
  world.node.takeForOthers(bill.paymentHash);
  await world.clock.advance(MINUTE_MS);
  assert.notEqual(onlyPayment(bench).state, 'failed', 'its request was on its way to the node');
  world.checkBooks();
});

test('the database goes away while recovery works: nothing is forgotten', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  const bill = await payAndLose(bench, true);
  const recovery = await startRecovery(bench);
  const away = (count: number) =>
    Array.from({ length: count }, () => ({ at: 'before' as const, error: new Error('away') }));
  for (const name of ['adoptOrphans', 'findPayment', 'resolve', 'markAcknowledged', 'payment']) {
    recovery.breakage.errors.set(name, away(3));
  }
  await world.clock.advance(MINUTE_MS);
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await world.clock.advance(5 * MINUTE_MS);
  assert.equal(world.walletSat(ann), 99_000n);
  world.checkBooks();
});
