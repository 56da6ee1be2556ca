import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LightningNode, SendOutcome } from '../../src/lightning/node-port.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { createPaymentDispatcher } from '../../src/payments/payment-dispatcher.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { onlyPayment, type PayBench, refusalOf, startPayBench } from '../support/pay-bench.ts';
import { startService } from '../support/wallet-service.ts';

/** The node does what it is told; whether it acknowledges or not, no end ever comes back. */
async function paySilently(hearsAcknowledgement: boolean) {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service, ann } = bench;
  world.node.books.plan = { kind: 'hold' };
  const ended = { hangUps: 0, asks: 0 };
  const silentSend: LightningNode['send'] = (order, { signal, onAcknowledged }) => {
    const never = new AbortController().signal;
    const hooks = { signal: never, onAcknowledged: hearsAcknowledgement ? onAcknowledged : ignore };
    void world.node.send(order, hooks);
    return new Promise<SendOutcome>((resolve) => {
      const hangUp = (): void => {
        ended.hangUps += 1;
        resolve({ kind: 'unknown', detail: 'hung up' });
      };
      signal.addEventListener('abort', hangUp, { once: true });
    });
  };
  const lightning: LightningNode = {
    ...world.node,
    send: silentSend,
    payment: (hash) => {
      ended.asks += 1;
      return world.node.payment(hash);
    },
  };
  const deps = { ...service.deps, lightning };
  const dispatcher = createPaymentDispatcher(deps);
  const bill = world.node.bill();
  const order = { caller: ann.caller, bolt11: bill.bolt11, amountMsat: null, idempotency: null };
  refusalOf(await world.clock.until(payInvoice({ ...deps, dispatcher }, order)));
  return { bench, bill, ended };
}

const ignore = (): void => undefined;
const stateOf = (bench: PayBench): string => onlyPayment(bench).state;

test('a payment whose stream stays silent ends when the node tells its success', async () => {
  for (const hearsAcknowledgement of [true, false]) {
    const { bench, bill, ended } = await paySilently(hearsAcknowledgement);
    const { world, ann } = bench;
    await world.clock.advance(600_000);
    assert(['in_flight', 'dispatching'].includes(stateOf(bench)), 'it is on its way');
    assert.equal(world.heldSat(ann), 1010n);
    world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 3000n });
    await world.clock.advance(300_000);
    assert.equal(stateOf(bench), 'settled');
    assert.equal(world.walletSat(ann), 98_997n);
    assert.equal(world.heldSat(ann), 0n);
    assert.equal(ended.hangUps, 1);
    assert.deepEqual(world.alarmKinds(), []);
    world.checkBooks();
  }
});

test('a payment whose stream stays silent ends when the node tells its failure', async () => {
  for (const hearsAcknowledgement of [true, false]) {
    const { bench, bill } = await paySilently(hearsAcknowledgement);
    const { world, ann } = bench;
    world.node.end(bill.paymentHash, { kind: 'fail', reason: 'no_route' });
    await world.clock.advance(30_000);
    assert.equal(stateOf(bench), 'failed');
    assert.equal(world.walletSat(ann), 100_000n);
    world.checkBooks();
  }
});

test('a silent stream and a node without the payment refund nothing', async () => {
  const { bench, bill, ended } = await paySilently(false);
  const { world, ann } = bench;
  world.node.books.payments.delete(bill.paymentHash);
  await world.clock.advance(24 * 3_600_000);
  assert.equal(stateOf(bench), 'dispatching');
  assert.equal(world.heldSat(ann), 1010n);
  assert.equal(ended.hangUps, 0, 'the request may still arrive');
  world.checkBooks();
});

test('a payment that is held for a day is asked about every few minutes at most', async () => {
  const { bench, ended } = await paySilently(true);
  await bench.world.clock.advance(24 * 3_600_000);
  assert(ended.asks > 280 && ended.asks < 600, `${ended.asks}`);
});

test('an end that the stream and the node tell at the same time is written once', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service, ann } = bench;
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill();
  let resolves = 0;
  service.breakage.onCall.set('resolve', () => {
    resolves += 1;
  });
  // The stream tells it while the answer to the question is on its way.
  service.breakage.onCall.set('payment', async () => {
    if (stateOf(bench) !== 'in_flight') return;
    world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
    await world.clock.sleep(1000);
  });
  refusalOf(await bench.pay(bill.bolt11));
  await world.clock.advance(60_000);
  assert.equal(stateOf(bench), 'settled');
  assert.equal(resolves, 1);
  assert.equal(world.walletSat(ann), 99_000n);
  assert.deepEqual(world.alarmKinds(), []);
  world.checkBooks();
});

test('a process that stops leaves a silent payment to recovery', async () => {
  const { bench } = await paySilently(true);
  await bench.world.clock.until(bench.service.stop());
  await bench.world.clock.advance(1000);
  assert.equal(stateOf(bench), 'unknown');
  assert.equal(onlyPayment(bench).dispatch.ownerProcessId, null);
  bench.world.checkBooks();
});

test('a process that dies while it hears nothing: another one asks, and ends the payment once', async () => {
  const { bench, bill } = await paySilently(true);
  const { world, ann } = bench;
  bench.service.kill();
  const other = await startService(world, 'other');
  other.run(resolvePayments);
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await world.clock.advance(900_000);
  assert.equal(stateOf(bench), 'settled');
  assert.equal(world.walletSat(ann), 99_000n);
  assert.deepEqual(world.alarmKinds(), []);
  world.checkBooks();
});
