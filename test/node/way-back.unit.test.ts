import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Payment } from '../../src/ledger/payment.ts';
import { comparePayments } from '../../src/node/compare-payments.ts';
import { createStartupCheck } from '../../src/node/startup-check.ts';
import { watchStops } from '../../src/node/watch-stops.ts';
import { releaseStaleSends } from '../../src/payments/recovery/release-stale-sends.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import {
  onlyPayment,
  type PayBench,
  refusalOf,
  settledOf,
  startPayBench,
} from '../support/pay-bench.ts';
import { startService } from '../support/wallet-service.ts';

/** The database goes back to an earlier state while the service lives, and the node does not. */

const HELD = { kind: 'hold' } as const;
const PAID = { kind: 'succeed', feeMsat: 0n } as const;

/** Ann's payment is under way, and the database then has it as it was before it was sent. */
async function startUndone(): Promise<PayBench & { readonly hash: string }> {
  const bench = await startPayBench({ waitSec: 1 });
  const { world } = bench;
  const reserved = keepReserved(bench);
  world.node.books.plan = HELD;
  assert.equal(refusalOf(await bench.pay(world.node.bill().bolt11)).kind, 'payment_pending');
  const row = reserved();
  world.memory.money.payments.set(row.id, row);
  return { ...bench, hash: row.paymentHash };
}

/** The row as it stood when the money was reserved. */
function keepReserved({ service, world }: PayBench): () => Payment {
  let kept: Payment | undefined;
  service.breakage.onCall.set('newestPaymentIndex', () => {
    kept = [...world.memory.money.payments.values()].find(({ state }) => state === 'reserved');
  });
  return () => {
    assert(kept !== undefined, 'it was reserved');
    return kept;
  };
}

const promote = ({ world }: PayBench): void => {
  world.memory.safety.identity = 'promoted';
};

describe('a standby that lacks the last commits takes over under the living service', () => {
  test('M90 a payment that was only reserved there is not given back, ten minutes later neither', async () => {
    const bench = await startUndone();
    const { world, service, ann, hash } = bench;
    service.run(resolvePayments);
    service.run(comparePayments);
    promote(bench);
    await world.clock.advance(30_000);
    world.node.end(hash, PAID);
    await world.clock.advance(900_000);
    assert.equal(onlyPayment(bench).state, 'settled');
    assert.equal(world.heldSat(ann), 0n);
    assert.equal(world.walletSat(ann), 99_000n);
    assert.notEqual(
      service.deps.paymentStop.stopReason(),
      null,
      'a loss was seen: a person decides',
    );
    assert.equal(
      refusalOf(await bench.pay(world.node.bill().bolt11)).kind,
      'outside_payments_stopped',
    );
    world.checkBooks();
  });

  test('M90 what the node never got goes back when no one can be about to send it any more', async () => {
    const bench = await startUndone();
    const { world, service, ann, hash } = bench;
    world.node.books.payments.delete(hash);
    service.run(resolvePayments);
    service.run(comparePayments);
    promote(bench);
    await world.clock.advance(590_000);
    assert.equal(onlyPayment(bench).state, 'dispatching');
    await world.clock.advance(150_000);
    assert.equal(onlyPayment(bench).failure?.reason, 'never_arrived');
    assert.equal(world.walletSat(ann), 100_000n);
    assert.equal(service.deps.paymentStop.stopReason(), null, 'nothing was missing');
    world.checkBooks();
  });

  test('M92 the proof of the sender ends it, though the row says that it was not sent', async () => {
    const bench = await startUndone();
    const { world, ann, hash } = bench;
    world.node.end(hash, PAID);
    await world.clock.advance(10_000);
    assert.equal(onlyPayment(bench).state, 'settled');
    assert.equal(world.walletSat(ann), 99_000n);
    assert(world.memory.safety.stops.has('database_changed'));
    assert.deepEqual(world.alarmKinds(), ['database_gone_back']);
    world.checkBooks();
  });

  test('M92 the failure of the node ends it as well', async () => {
    const bench = await startUndone();
    bench.world.node.end(bench.hash, { kind: 'fail', reason: 'no_route' });
    await bench.world.clock.advance(10_000);
    assert.equal(onlyPayment(bench).failure?.reason, 'no_route');
    assert.equal(bench.world.walletSat(bench.ann), 100_000n);
    assert(bench.world.memory.safety.stops.has('database_changed'));
    bench.world.checkBooks();
  });

  test('M92 a proof whose row is gone is told with its hash, and stops what leaves', async () => {
    const bench = await startUndone();
    const { world, service, hash } = bench;
    const { id } = onlyPayment(bench);
    world.memory.money.payments.delete(id);
    world.node.end(hash, PAID);
    await world.clock.advance(10_000);
    assert(world.memory.safety.stops.has('database_changed'));
    const lost = world.memory.alarms.find(({ kind }) => kind === 'payment_lost');
    assert.equal(lost?.subject, id);
    assert.match(lost?.detail ?? '', new RegExp(`hash ${hash}, paid 1000\\d* msat`));
    assert.equal(
      service.logged.filter((line) => line.includes('preimage is with the node')).length,
      1,
    );
  });

  test('M92 a sender that may not send any more contradicts no known end', async () => {
    const bench = await startPayBench({ waitSec: 1 });
    const { world, service, ann, pay } = bench;
    const bill = world.node.bill();
    service.breakage.onCall.set('newestPaymentIndex', async () => {
      service.breakage.onCall.delete('newestPaymentIndex');
      world.node.takeForOthers(bill.paymentHash);
      world.node.end(bill.paymentHash, PAID);
      service.run(comparePayments);
      service.run(resolvePayments);
      await world.clock.advance(30_000);
    });
    await pay(bill.bolt11);
    await world.clock.advance(5000);
    assert.equal(onlyPayment(bench).state, 'settled');
    assert.deepEqual(world.alarmKinds(), ['database_gone_back', 'payment_not_in_books']);
    assert.equal(world.heldSat(ann), 0n);
    world.checkBooks();
  });

  test('M92 a proof that meets a refund is told with its hash', async () => {
    const bench = await startUndone();
    const { world, hash } = bench;
    const failure = { reason: 'never_sent', message: 'not sent' };
    const payment = onlyPayment(bench);
    const end = { kind: 'failed', failure, onlyFrom: 'reserved' } as const;
    await bench.service.deps.money.resolve({ paymentId: payment.id, at: world.clock.now(), end });
    world.node.end(hash, PAID);
    await world.clock.advance(10_000);
    const [alarm] = world.memory.alarms;
    assert.equal(alarm?.kind, 'final_state_contradicted');
    assert(alarm.detail.includes(hash));
    world.checkBooks();
  });
});

describe('a copy that bears no mark is put back', () => {
  test('M91 a payment that the node has and no row has stops what leaves, before anything does', async () => {
    const bench = await startPayBench();
    const { world, service, pay } = bench;
    const lost = world.node.bill();
    world.node.takeForOthers(lost.paymentHash);
    world.node.end(lost.paymentHash, PAID);
    // Files were put back: the server was started again, and that is all that shows.
    world.memory.safety.server = 'put back';
    const refused = refusalOf(await pay(world.node.bill().bolt11));
    assert.match(refused.kind === 'payment_failed' ? refused.message : '', /stopped/);
    service.run(comparePayments);
    await world.clock.advance(200_000);
    assert(world.memory.safety.stops.has('database_changed'));
    assert.deepEqual(world.alarmKinds(), ['database_gone_back', 'payment_not_in_books']);
    assert.equal(world.node.books.sent.length, 0);
    assert.equal(world.memory.safety.paymentIndex, 0n, 'the evidence is not passed over');
    world.checkBooks();
  });

  test('M91 where nothing is missing, payments leave soon after the server was started', async () => {
    const bench = await startPayBench();
    const { world, service, pay } = bench;
    settledOf(await pay(world.node.bill().bolt11));
    service.run(comparePayments);
    world.memory.safety.server = 'started again';
    await world.clock.advance(6000);
    settledOf(await pay(world.node.bill().bolt11));
    assert.deepEqual(world.alarmKinds(), []);
    world.checkBooks();
  });

  test('M91 a process that sends looks again by itself, when no worker is there to do so', async () => {
    const { world, service, pay } = await startPayBench();
    service.run((deps, signal) =>
      watchStops({ ...deps, startupCheck: createStartupCheck(deps) }, signal),
    );
    await world.clock.advance(4000);
    settledOf(await pay(world.node.bill().bolt11));
    world.memory.safety.server = 'started again';
    await world.clock.advance(4000);
    settledOf(await pay(world.node.bill().bolt11));
    world.checkBooks();
  });

  test('M91 a process lets nothing leave until it has asked the node once', async () => {
    const { deps } = (await startPayBench()).service;
    const { signal } = new AbortController();
    let isAway = true;
    const readLook = () =>
      isAway ? Promise.reject(new Error('away')) : deps.comparisons.readLook();
    const look = createStartupCheck({ ...deps, comparisons: { ...deps.comparisons, readLook } });
    assert.match(look.stopReason() ?? '', /was not asked yet/);
    await assert.rejects(look.take(signal), /away/);
    assert.notEqual(look.stopReason(), null);
    isAway = false;
    await look.take(signal);
    assert.equal(look.stopReason(), null);
  });

  test('M91 a payment that is under way there ends, though its sender lives on and is done with it', async () => {
    const bench = await startPayBench({ waitSec: 1 });
    const { world, ann } = bench;
    world.node.books.plan = HELD;
    const bill = world.node.bill();
    refusalOf(await bench.pay(bill.bolt11));
    bench.service.kill();
    const sender = await startService(world, 'sender');
    for (const loop of [resolvePayments, comparePayments, releaseStaleSends]) sender.run(loop);
    const row = onlyPayment(bench);
    const ids = { ownerProcessId: 'sender', senderProcessId: 'sender', acknowledgedIndex: null };
    const dispatch = { ...row.dispatch, ...ids };
    world.memory.money.payments.set(row.id, { ...row, state: 'dispatching', dispatch });
    world.memory.safety.server = 'put back';
    world.node.end(bill.paymentHash, { kind: 'fail', reason: 'no_route' });
    await world.clock.advance(60_000);
    assert.equal(onlyPayment(bench).failure?.reason, 'no_route');
    assert.equal(world.heldSat(ann), 0n);
    assert.equal(sender.deps.paymentStop.stopReason(), null, 'nothing is missing');
    world.checkBooks();
  });

  test('a payment that its sender still drives is left to them', async () => {
    const bench = await startPayBench({ waitSec: 1 });
    const { world, service } = bench;
    service.run(releaseStaleSends);
    world.node.books.plan = HELD;
    refusalOf(await bench.pay(world.node.bill().bolt11));
    await world.clock.advance(60_000);
    assert.equal(onlyPayment(bench).state, 'in_flight');
    assert.equal(onlyPayment(bench).dispatch.requestEndedAt, null);
    world.checkBooks();
  });

  test('M91 a payment that fails while it is looked at is no difference', async () => {
    const bench = await startPayBench({ waitSec: 1 });
    const { world, service, pay } = bench;
    world.node.books.plan = HELD;
    const bill = world.node.bill();
    refusalOf(await pay(bill.bolt11));
    service.breakage.onCall.set('recordedStateOf', async () => {
      service.breakage.onCall.delete('recordedStateOf');
      world.node.end(bill.paymentHash, { kind: 'fail', reason: 'no_route' });
      await world.clock.flush();
    });
    service.run(comparePayments);
    await world.clock.advance(10_000);
    assert.equal(onlyPayment(bench).state, 'failed');
    assert.deepEqual([...world.memory.safety.stops.keys()], []);
    assert.deepEqual(world.alarmKinds(), []);
    world.checkBooks();
  });

  test('M91 a reserve that is found without its sender is not given back while the node has it', async () => {
    const bench = await startUndone();
    const { world, service, ann, hash } = bench;
    const row = onlyPayment(bench);
    service.kill();
    world.memory.processes.clear();
    const other = await startService(world, 'worker');
    other.run(resolvePayments);
    await world.clock.advance(5000);
    assert.equal(world.memory.money.payments.get(row.id)?.failure ?? null, null);
    assert(world.memory.safety.stops.has('database_changed'));
    world.node.end(hash, PAID);
    await world.clock.advance(60_000);
    assert.equal(world.memory.money.payments.get(row.id)?.state, 'settled');
    assert.equal(world.walletSat(ann), 99_000n);
    world.checkBooks();
  });
});
