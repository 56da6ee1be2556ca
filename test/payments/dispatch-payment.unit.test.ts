import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { createPaymentDispatcher } from '../../src/payments/payment-dispatcher.ts';
import { onlyPayment, refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';

test('a node that is away before anything was sent: failed at once', async () => {
  const bench = await startPayBench();
  bench.world.node.books.isAway = true;
  const refusal = refusalOf(await bench.pay(bench.world.node.bill().bolt11));
  assert.equal(refusal.kind === 'payment_failed' && refusal.reason, 'node_away');
  assert.equal(bench.world.walletSat(bench.ann), 100_000n);
  bench.world.checkBooks();
});

test('a process whose heartbeat is old sends nothing', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  service.breakage.errors.set(
    'heartbeat',
    Array.from({ length: 20 }, () => ({ at: 'before' as const, error: new Error('away') })),
  );
  await world.clock.advance(30_001);
  const refusal = refusalOf(await bench.pay(world.node.bill().bolt11));
  assert.equal(refusal.kind === 'payment_failed' && refusal.reason, 'never_sent');
  assert.deepEqual(world.node.books.sent, []);
  world.checkBooks();
});

test('a process that slept between the mark and the call sends nothing', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  let slept = false;
  service.breakage.onCall.set('beginDispatch', async () => {
    slept = true;
    service.breakage.onCall.set('heartbeat', () => new Promise<never>(() => undefined));
    await world.clock.sleep(31_000);
  });
  const refusal = refusalOf(await bench.pay(world.node.bill().bolt11));
  assert(slept);
  assert.equal(refusal.kind === 'payment_failed' && refusal.reason, 'never_sent');
  assert.deepEqual(world.node.books.sent, []);
  assert.equal(onlyPayment(bench).state, 'failed');
  world.checkBooks();
});

test('a process that is about to stop sends nothing more', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  service.breakage.onCall.set('newestPaymentIndex', () => world.clock.sleep(100));
  const waiting = bench.begin(world.node.bill().bolt11);
  await world.clock.flush();
  const stopped = service.stop();
  await world.clock.until(Promise.all([waiting, stopped]));
  assert.equal(onlyPayment(bench).state, 'failed');
  assert.deepEqual(world.node.books.sent, []);
  world.checkBooks();
});

test('a payment that recovery gave up meanwhile is not sent', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  service.breakage.onCall.set('beginDispatch', async () => {
    const failure = { reason: 'never_sent', message: 'given up' };
    const end = { kind: 'failed' as const, failure, onlyFrom: 'reserved' as const };
    const event = { paymentId: onlyPayment(bench).id, at: world.clock.now(), end };
    await service.deps.money.resolve(event);
  });
  const refusal = refusalOf(await bench.pay(world.node.bill().bolt11));
  assert.equal(refusal.kind === 'payment_failed' && refusal.message, 'given up');
  assert.deepEqual(world.node.books.sent, []);
  world.checkBooks();
});

test('an acknowledgement of an earlier attempt is not that of ours', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  world.node.books.newestIndex = 5n;
  const { lightning } = service.deps;
  const send: typeof lightning.send = async (_, { onAcknowledged }) => {
    onAcknowledged(5n);
    return { kind: 'unknown', detail: 'the connection broke' };
  };
  const deps = { ...service.deps, lightning: { ...lightning, send } };
  const dispatcher = createPaymentDispatcher(deps);
  const order = { caller: bench.ann.caller, bolt11: world.node.bill().bolt11 };
  const input = { ...order, amountMsat: null, idempotency: null };
  refusalOf(await world.clock.until(payInvoice({ ...deps, dispatcher }, input)));
  assert.equal(onlyPayment(bench).state, 'unknown');
  assert.equal(onlyPayment(bench).dispatch.acknowledgedIndex, null);
});

test('a lost answer to the mark: nothing is sent, the money goes back', async () => {
  for (const at of ['before', 'after'] as const) {
    const bench = await startPayBench();
    bench.service.breakage.errors.set('beginDispatch', [{ at, error: new Error('away') }]);
    const refusal = refusalOf(await bench.pay(bench.world.node.bill().bolt11));
    assert.equal(refusal.kind === 'payment_failed' && refusal.reason, 'never_sent');
    assert.deepEqual(bench.world.node.books.sent, []);
    bench.world.checkBooks();
  }
});

test('a lost answer to the reserve: the caller gets an error, the money goes back', async () => {
  const bench = await startPayBench();
  const { world, service, ann } = bench;
  const lost = Array.from({ length: 2 }, () => ({
    at: 'after' as const,
    error: new Error('away'),
  }));
  service.breakage.errors.set('reserve', lost);
  await assert.rejects(bench.pay(world.node.bill().bolt11), /away/);
  await world.clock.flush();
  assert.equal(onlyPayment(bench).state, 'failed');
  assert.equal(world.walletSat(ann), 100_000n);
  world.checkBooks();
});

test('M28 a reserve that is written after its answer was missed: the money goes back', async () => {
  const bench = await startPayBench();
  const { world, service, ann } = bench;
  // The database goes on with the call, and no one sees what it writes before it is done.
  const { reserve } = service.deps.money;
  let written: Promise<unknown> | null = null;
  const money = {
    ...service.deps.money,
    reserve: async (event: Parameters<typeof reserve>[0]) => {
      written = world.clock.sleep(5000).then(() => reserve(event));
      throw new Error('no answer');
    },
  };
  const deps = { ...service.deps, money };
  const order = { caller: ann.caller, bolt11: world.node.bill().bolt11 };
  const input = { ...order, amountMsat: null, idempotency: null };
  await assert.rejects(world.clock.until(payInvoice(deps, input)), /no answer/);
  await world.clock.advance(5000);
  await written;
  assert.equal(onlyPayment(bench).state, 'reserved');
  await world.clock.advance(15_000);
  assert.equal(onlyPayment(bench).state, 'failed');
  assert.equal(world.walletSat(ann), 100_000n);
  assert.deepEqual(world.node.books.sent, []);
  world.checkBooks();
});

test('the newest index is read after the reserve, once for all that wait', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  const calls: string[] = [];
  service.breakage.onCall.set('reserve', () => void calls.push('reserve'));
  service.breakage.onCall.set('newestPaymentIndex', async () => {
    calls.push('index');
    await world.clock.sleep(100);
  });
  const first = bench.begin(world.node.bill().bolt11);
  await world.clock.advance(50);
  const others = Array.from({ length: 5 }, () => bench.begin(world.node.bill().bolt11));
  await world.clock.until(Promise.all([first, ...others]));
  assert.equal(calls.filter((call) => call === 'index').length, 2);
  assert(calls.lastIndexOf('index') > calls.lastIndexOf('reserve'));
});

test('a refusal by the node, and nothing there: failed at once', async () => {
  const bench = await startPayBench();
  const { node } = bench.world;
  node.books.plan = { kind: 'refuse', code: 2, detail: 'invoice expired' };
  const startedMs = bench.world.clock.monotonicMs();
  const refusal = refusalOf(await bench.pay(node.bill().bolt11));
  assert.equal(refusal.kind === 'payment_failed' && refusal.reason, 'rejected');
  assert.equal(bench.world.clock.monotonicMs(), startedMs);
  bench.world.checkBooks();
});

test('a refusal with a code under which the payment may run stays unknown', async () => {
  for (const code of [1, 4, 6, 14]) {
    const bench = await startPayBench({ waitSec: 1 });
    bench.world.node.books.plan = { kind: 'refuse', code, detail: 'who knows' };
    const refusal = refusalOf(await bench.pay(bench.world.node.bill().bolt11));
    assert.equal(refusal.kind, 'payment_pending');
    assert.equal(onlyPayment(bench).state, 'unknown');
    assert.equal(onlyPayment(bench).dispatch.ownerProcessId, null);
    bench.world.checkBooks();
  }
});

test('M22 a failure of an earlier attempt says nothing about a new one', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { node } = bench.world;
  const bill = node.bill();
  node.takeForOthers(bill.paymentHash);
  node.end(bill.paymentHash, { kind: 'fail', reason: 'no_route' });
  node.books.plan = { kind: 'lose', isTaken: false };
  const refusal = refusalOf(await bench.pay(bill.bolt11));
  assert.equal(refusal.kind, 'payment_pending', 'the stale failure is not believed');
  assert.equal(bench.world.heldSat(bench.ann), 1010n);
  bench.world.checkBooks();
});

test('someone else has paid this hash from our node: failed, no preimage, an alarm', async () => {
  const bench = await startPayBench();
  const { node } = bench.world;
  const bill = node.bill();
  node.takeForOthers(bill.paymentHash);
  node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  const refusal = refusalOf(await bench.pay(bill.bolt11));
  assert.equal(refusal.kind === 'payment_failed' && refusal.reason, 'already_paid');
  assert.deepEqual(bench.world.alarmKinds(), ['foreign_payment_for_hash']);
  assert.equal(onlyPayment(bench).preimage, null);
  assert.equal(bench.world.walletSat(bench.ann), 100_000n);
  bench.world.checkBooks();
});

test('M35 a success without the preimage that proves it is none', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { node } = bench.world;
  const bill = node.bill();
  node.books.preimages.set(bill.paymentHash, '00'.repeat(32));
  const refusal = refusalOf(await bench.pay(bill.bolt11));
  assert.equal(refusal.kind, 'payment_pending');
  assert.deepEqual(bench.world.alarmKinds(), ['preimage_mismatch']);
  bench.world.checkBooks();
});

test('the node answers the end, the database does not: it is written when it can be', async () => {
  const bench = await startPayBench();
  const away = Array.from({ length: 6 }, () => ({
    at: 'before' as const,
    error: new Error('away'),
  }));
  bench.service.breakage.errors.set('resolve', away);
  settledOf(await bench.pay(bench.world.node.bill().bolt11));
  assert.equal(bench.world.walletSat(bench.ann), 99_000n);
  bench.world.checkBooks();
});

test('M34 a final state stays, whatever the node says later', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill();
  refusalOf(await bench.pay(bill.bolt11));
  const { id } = onlyPayment(bench);
  const failure = { reason: 'other', message: 'by hand' };
  const end = { kind: 'failed' as const, failure, onlyFrom: 'dispatched' as const };
  await service.deps.money.resolve({ paymentId: id, at: world.clock.now(), end });
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await world.clock.flush();
  assert.equal(onlyPayment(bench).state, 'failed');
  assert.deepEqual(world.alarmKinds(), ['final_state_contradicted']);
  world.checkBooks();
});

test('M38 a connection that breaks while the payment is under way: acknowledged, then recovered', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  world.node.books.plan = { kind: 'hold' };
  service.breakage.errors.set('send', [{ at: 'after', error: new NodeFault('time-out') }]);
  const bill = world.node.bill();
  const waiting = bench.begin(bill.bolt11);
  await world.clock.advance(200);
  assert.equal(onlyPayment(bench).state, 'in_flight');
  assert.equal(onlyPayment(bench).dispatch.acknowledgedIndex, 1n);
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  settledOf(await world.clock.until(waiting));
  world.checkBooks();
});

test('that the node has a payment is written where the payment lasts, or its end stays open', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  let acknowledged = 0;
  service.breakage.onCall.set('markAcknowledged', () => {
    acknowledged += 1;
  });
  settledOf(await bench.pay(world.node.bill().bolt11));
  await world.clock.advance(1000);
  assert.equal(acknowledged, 0, 'the end says more');
  assert.equal(onlyPayment(bench).dispatch.acknowledgedIndex, null);

  world.node.books.plan = { kind: 'hold' };
  const held = world.node.bill();
  refusalOf(await bench.pay(held.bolt11));
  assert.equal(acknowledged, 1);
  const [open, ...others] = await service.deps.payments.listOpenPayments();
  assert.equal(open?.state, 'in_flight');
  assert.equal(others.length, 0);

  const stopped = bench.begin(world.node.bill().bolt11);
  await world.clock.flush();
  assert.equal(acknowledged, 1, 'it is under way, and not for long');
  await world.clock.until(Promise.all([stopped, service.stop()]));
  assert.equal(acknowledged, 2, 'it is left to recovery with all that is known');
});
