import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../src/base/clock.ts';
import { type IncomingEvent, NodeFault } from '../../src/lightning/node-port.ts';
import { watchIncoming } from '../../src/receipts/watch/watch-incoming.ts';
import { createLife } from '../simulation/life.ts';
import { account, type ReceiveBench, startReceiveBench } from '../support/receive-bench.ts';
import { startService } from '../support/wallet-service.ts';

/*
 * Streams of invoices that say nothing, or not in time: what is missed comes within a minute, and
 * the node is judged by what it says only.
 */

type Incoming = ReceiveBench['world']['node']['incoming'];

/** Bob has received so many payments, and the service that saw them is gone. */
async function startKnowing(known: number) {
  const bench = await startReceiveBench();
  const { world, service, invoice } = bench;
  service.run(watchIncoming);
  await world.clock.advance(1000);
  for (let count = 0; count < known; count += 1) world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(1000);
  await service.stop();
  const next = await startService(world, 'two');
  return { ...bench, service: next };
}

test('a process that slept does not take its node for another', async () => {
  const { world, service, bob, invoice } = await startKnowing(6);
  const life = createLife();
  const clock: Clock = {
    ...world.clock,
    sleep: async (ms, signal) => {
      await world.clock.sleep(ms, signal);
      await life.step();
    },
  };
  let isRested = false;
  const incoming: Incoming = async function* (from, signal) {
    for await (const event of world.node.incoming(from, signal)) {
      await life.step();
      if (signal.aborted) return;
      yield event;
      // Stopped in the middle of what is told again, with the event at the cursor still to come.
      if (event.kind === 'settled' && !isRested) life.sleep();
      isRested ||= event.kind === 'settled';
    }
  };
  const lightning = { ...world.node, incoming };
  service.run((deps, signal) => watchIncoming({ ...deps, clock, lightning }, signal));
  await world.clock.advance(45_000);
  assert(isRested);
  world.node.receive((await invoice()).paymentHash);
  life.wake();
  await world.clock.advance(60_000);
  assert.deepEqual(world.alarmKinds(), []);
  assert.equal(world.walletSat(bob), 7000n);
  world.checkBooks();
});

test('a stream that is slow is not taken for one of another node', async () => {
  const { world, service, bob, invoice } = await startKnowing(6);
  const incoming: Incoming = async function* (from, signal) {
    for await (const event of world.node.incoming(from, signal)) {
      if (event.kind === 'settled') await world.clock.sleep(9000, signal);
      if (signal.aborted) return;
      yield event;
    }
  };
  const lightning = { ...world.node, incoming };
  service.run((deps, signal) => watchIncoming({ ...deps, lightning }, signal));
  world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(35_000);
  assert.equal(world.walletSat(bob), 7000n, 'the list has shown it');
  await world.clock.advance(600_000);
  assert.deepEqual(world.alarmKinds(), []);
  world.checkBooks();
});

test('a node that does not answer is not taken for another', async () => {
  const { world, service, bob, invoice } = await startKnowing(6);
  let isSilent = true;
  const lightning: ReceiveBench['world']['node'] = {
    ...world.node,
    incoming: async function* (from, signal) {
      const hears = (event: IncomingEvent) => event.kind === 'connected' || !isSilent;
      for await (const event of world.node.incoming(from, signal)) if (hears(event)) yield event;
    },
    settledInvoices: (signal) => {
      if (isSilent) throw new NodeFault('no answer');
      return world.node.settledInvoices(signal);
    },
  };
  service.run((deps, signal) => watchIncoming({ ...deps, lightning }, signal));
  world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(600_000);
  assert.equal(world.walletSat(bob), 6000n);
  isSilent = false;
  await world.clock.advance(60_000);
  assert.deepEqual(world.alarmKinds(), []);
  assert.equal(world.walletSat(bob), 7000n);
  world.checkBooks();
});

test('a node that tells of everything but the event at the cursor is not believed', async () => {
  const { world, service, bob } = await startKnowing(3);
  world.node.arrivals.settled.length = 0;
  service.run(watchIncoming);
  for (let settleIndex = 10n; settleIndex < 20n; settleIndex += 1n) {
    await world.clock.advance(5000);
    world.node.receiveKeysend(account(bob), { settleIndex });
  }
  assert.deepEqual(world.alarmKinds(), ['cursor_event_missing']);
  assert.equal(world.walletSat(bob), 3000n);
  world.checkBooks();
});

test('a stream that died without a sign is opened again', async () => {
  for (const known of [0, 1, 2, 150]) {
    const { world, service, bob, invoice } = await startKnowing(known);
    service.run(watchIncoming);
    await world.clock.advance(20_000);
    const { listeners } = world.node.arrivals;
    assert.equal(listeners.size, 1);
    listeners.clear();
    world.node.receive((await invoice()).paymentHash);
    await world.clock.advance(5000);
    assert.equal(world.walletSat(bob), BigInt(known) * 1000n, 'nobody has told of it');
    await world.clock.advance(30_000);
    assert.equal(world.walletSat(bob), BigInt(known + 1) * 1000n, `after ${known}`);
    assert.deepEqual(world.alarmKinds(), []);
    world.checkBooks();
    await service.stop();
  }
});

test('silence costs the node one event in half a minute, and a hundred in an hour', async () => {
  const { world, service } = await startKnowing(150);
  let listings = 0;
  const lightning: ReceiveBench['world']['node'] = {
    ...world.node,
    settledInvoices: (signal) => {
      listings += 1;
      return world.node.settledInvoices(signal);
    },
  };
  service.run((deps, signal) => watchIncoming({ ...deps, lightning }, signal));
  const { subscriptions } = world.node.arrivals;
  await world.clock.advance(10_000);
  assert.deepEqual(subscriptions.slice(-1), [50n], 'the last hundred, as after each break');
  const before = subscriptions.length;
  listings = 0;
  await world.clock.advance(3_600_000);
  const opened = subscriptions.slice(before);
  assert.deepEqual(
    opened.filter((from) => from !== 149n),
    [50n],
    'the hourly check',
  );
  assert.equal(opened.length, 121);
  assert.equal(listings, 0);
  assert.equal(world.node.arrivals.listeners.size, 1, 'the old ones are left');
});

test('before the second receipt ever, listings that take long leave the node time for others', async () => {
  for (const known of [0, 1]) {
    const { world, service, bob, invoice } = await startKnowing(known);
    const listingMs = 6000;
    let listings = 0;
    const lightning: ReceiveBench['world']['node'] = {
      ...world.node,
      settledInvoices: async function* (signal) {
        listings += 1;
        await world.clock.sleep(listingMs, signal);
        yield* world.node.settledInvoices(signal);
      },
    };
    service.run((deps, signal) => watchIncoming({ ...deps, lightning }, signal));
    await world.clock.advance(100 * listingMs);
    assert(listings <= 20, `a fifth of the time, and not ${listings} of 100`);
    for (let count = 0; count < 2; count += 1) world.node.receive((await invoice()).paymentHash);
    await world.clock.advance(1000);
    assert.equal(world.walletSat(bob), BigInt(known + 2) * 1000n, 'what the stream tells of');
    world.checkBooks();
    await service.stop();
  }
});

test('a stream that tells of something now and then is left alone', async () => {
  const { world, service, bob, invoice } = await startKnowing(2);
  service.run(watchIncoming);
  await world.clock.advance(10_000);
  const before = world.node.arrivals.subscriptions.length;
  for (let count = 0; count < 20; count += 1) {
    world.node.receive((await invoice()).paymentHash);
    await world.clock.advance(25_000);
  }
  assert.equal(world.node.arrivals.subscriptions.length, before);
  assert.equal(world.walletSat(bob), 22_000n);
  world.checkBooks();
});

test('events that take long to book are no silence', async () => {
  const { world, service, bob, invoice } = await startKnowing(2);
  service.run(watchIncoming);
  await world.clock.advance(10_000);
  const before = world.node.arrivals.subscriptions.length;
  service.breakage.onCall.set('credit', () => world.clock.sleep(40_000));
  for (let count = 0; count < 3; count += 1) world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(121_000);
  assert.equal(world.walletSat(bob), 5000n);
  assert.equal(world.node.arrivals.subscriptions.length, before);
  world.checkBooks();
});

test('a listing that failed is tried again soon, not in an hour', async () => {
  const { world, service, bob, invoice } = await startKnowing(3);
  const faults = [new NodeFault('no answer'), new NodeFault('no answer')];
  const lightning: ReceiveBench['world']['node'] = {
    ...world.node,
    settledInvoices: (signal) => {
      const fault = faults.pop();
      if (fault !== undefined) throw fault;
      return world.node.settledInvoices(signal);
    },
  };
  world.node.arrivals.unheard.add(4n);
  world.node.receive((await invoice()).paymentHash);
  service.run((deps, signal) => watchIncoming({ ...deps, lightning }, signal));
  await world.clock.advance(30_000);
  assert.deepEqual(faults, []);
  assert.equal(world.walletSat(bob), 4000n);
  world.checkBooks();
});
