import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../src/base/durations.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { type PayBench, refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { startService, type WalletService } from '../support/wallet-service.ts';

/** Machines suspend, and answers get old before they are read. Found by the simulation, seed 5077. */
async function lose(bench: PayBench) {
  const { node } = bench.world;
  node.books.plan = { kind: 'lose', isTaken: false };
  const bill = node.bill();
  assert.equal(refusalOf(await bench.pay(bill.bolt11)).kind, 'payment_pending');
  return bill;
}

/** Lets recovery look once, and again for the second time when it has slept through this. */
async function sleepOverSecondLook(
  { world }: PayBench,
  recovery: WalletService,
  meanwhile: () => void,
): Promise<void> {
  await world.clock.advance(1);
  recovery.breakage.onEffect.set('payment', async () => {
    recovery.breakage.onEffect.delete('payment');
    meanwhile();
    await world.clock.sleep(10 * MINUTE_MS);
  });
  await world.clock.advance(30 * MINUTE_MS);
}

const paymentOf = ({ world }: PayBench) => {
  const [payment, ...others] = world.memory.money.payments.values();
  assert(payment !== undefined && others.length === 0);
  return payment;
};

test('M21 an answer that a sleeping process reads late proves no absence', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  const { paymentHash } = await lose(bench);
  const recovery = await startService(world, 'worker');
  recovery.run(resolvePayments);
  let taken = false;
  await sleepOverSecondLook(bench, recovery, () => {
    // What was lost on its way arrives while no one looks.
    world.node.takeForOthers(paymentHash);
    taken = true;
  });
  assert(taken);
  assert.notEqual(paymentOf(bench).state, 'failed', 'nothing is given back');
  world.node.end(paymentHash, { kind: 'succeed', feeMsat: 0n });
  await world.clock.advance(MINUTE_MS);
  assert.equal(paymentOf(bench).state, 'settled');
  assert.equal(world.walletSat(ann), 99_000n);
  world.checkBooks();
  await recovery.stop();
});

test('M21 what another node was asked proves no absence, though ours is back at its address', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, ann } = bench;
  await lose(bench);
  const recovery = await startService(world, 'worker');
  recovery.run(resolvePayments);
  await world.clock.advance(1);
  const { pubkey } = world.node.identity;
  // Another node answers whenever a payment is asked for, and is gone when we ask who that was.
  recovery.breakage.onEffect.set('info', () => {
    world.node.says.pubkey = `02${'ab'.repeat(32)}`;
  });
  recovery.breakage.onEffect.set('payment', () => {
    world.node.says.pubkey = pubkey;
  });
  await world.clock.advance(30 * MINUTE_MS);
  assert.equal(world.heldSat(ann), 1010n);
  assert.deepEqual(world.alarmKinds(), ['node_changed']);
  recovery.breakage.onEffect.clear();
  world.node.says.pubkey = pubkey;
  await world.clock.advance(3 * MINUTE_MS);
  assert.equal(world.walletSat(ann), 100_000n);
  world.checkBooks();
  await recovery.stop();
});

test('M31 a sender that slept takes no later attempt of the same hash for its own', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service, ann } = bench;
  const bob = await world.addUser('bob', 5000n);
  const awake = Promise.withResolvers<void>();
  service.breakage.onCall.set('heartbeat', () => awake.promise);
  service.breakage.onEffect.set('send', () => awake.promise);
  service.breakage.errors.set('send', [{ at: 'after', error: new NodeFault('it broke') }]);
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill();
  assert.equal(refusalOf(await bench.pay(bill.bolt11)).kind, 'payment_pending');

  const next = await startService(world, 'next');
  next.run(resolvePayments);
  world.node.end(bill.paymentHash, { kind: 'fail', reason: 'no_route' });
  await world.clock.advance(2 * MINUTE_MS);
  assert.equal(world.walletSat(ann), 100_000n);
  world.node.books.plan = { kind: 'succeed', feeMsat: 0n };
  const order = { caller: bob.caller, bolt11: bill.bolt11, amountMsat: null, idempotency: null };
  settledOf(await world.clock.until(payInvoice(next.deps, order)));

  awake.resolve();
  await world.clock.advance(2 * MINUTE_MS);
  assert.deepEqual([world.walletSat(ann), world.walletSat(bob)], [100_000n, 4000n]);
  assert.deepEqual(world.alarmKinds(), []);
  world.checkBooks();
  await next.stop();
});
