import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WATCHER_LEASE } from '../../src/node/node-store.ts';
import { settleInOrder } from '../../src/receipts/watch/settle-in-order.ts';
import { newWatch } from '../../src/receipts/watch/watch.ts';
import { watchIncoming } from '../../src/receipts/watch/watch-incoming.ts';
import { account, startReceiveBench } from '../support/receive-bench.ts';
import { startService } from '../support/wallet-service.ts';

test('cursor 0: everything is listed at every connection, as nothing is replayed', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(1000);
  world.node.arrivals.unheard.add(1n);
  world.node.receive((await invoice()).paymentHash);
  world.node.cutStreams();
  await world.clock.advance(5000);
  assert.equal(world.walletSat(bob), 1000n);
  world.checkBooks();
});

test('a settlement in the moment of subscribing is found by listing once more', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(120_000);
  const { paymentHash } = await invoice();
  const { subscriptions } = world.node.arrivals;
  const before = subscriptions.length;
  world.node.cutStreams();
  await world.clock.advance(5000);
  assert.equal(subscriptions.length, before + 1, 'followed again');
  world.node.arrivals.unheard.add(1n);
  world.node.receive(paymentHash);
  await world.clock.advance(20_000);
  assert.equal(subscriptions.length, before + 1);
  assert.equal(world.walletSat(bob), 1000n);
});

test('what is listed is booked by settle index, so that the cursor passes nothing', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  const { pubkey } = world.node.identity;
  await service.deps.nodes.setBaseline(pubkey, 0n, 0n);
  const second = world.node.receive((await invoice()).paymentHash, { settleIndex: 2n });
  const first = world.node.receive((await invoice()).paymentHash, { settleIndex: 1n });
  let credits = 0;
  service.breakage.onCall.set('credit', () => {
    credits += 1;
    if (credits > 1) throw new Error('database away');
  });
  const watch = newWatch(0n, world.clock);
  await assert.rejects(settleInOrder(service.deps, watch, [second, first], 0n), /away/);
  assert.equal(world.memory.money.cursors.get(pubkey)?.settleIndex, 1n);
  assert.equal(world.walletSat(bob), 1000n);
});

test('who was replaced as the watcher stops at once', async () => {
  const { world, service, invoice } = await startReceiveBench();
  await service.deps.nodes.setBaseline(world.node.identity.pubkey, 0n, 0n);
  await service.deps.processes.acquireLease(WATCHER_LEASE, 'another', 1000);
  const payment = world.node.receive((await invoice()).paymentHash);
  const watch = newWatch(0n, world.clock);
  await assert.rejects(settleInOrder(service.deps, watch, [payment], 0n), /another process/);
});

test('the first start takes what is there as the operator’s own', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  world.node.receiveKeysend(account(bob));
  world.node.receiveKeysend(new Map());
  service.run(watchIncoming);
  await world.clock.advance(60_000);
  assert.deepEqual(world.memory.money.cursors.get(world.node.identity.pubkey), {
    baseline: 2n,
    settleIndex: 2n,
  });
  assert.equal(world.walletSat(bob), 0n);
  assert.equal(world.memory.unclaimed.length, 0);
  world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(1000);
  assert.equal(world.walletSat(bob), 1000n);
  assert.deepEqual(world.alarmKinds(), []);
});

test('what settles while the first listing runs is not taken for old', async () => {
  const { world, service, bob } = await startReceiveBench();
  world.node.receiveKeysend(new Map());
  let listings = 0;
  const { settledInvoices } = world.node;
  const lightning = {
    ...world.node,
    settledInvoices: (signal: AbortSignal) => {
      listings += 1;
      if (listings === 1) world.node.receiveKeysend(account(bob));
      return settledInvoices(signal);
    },
  };
  service.run((deps, signal) => watchIncoming({ ...deps, lightning }, signal));
  await world.clock.advance(60_000);
  assert.equal(world.memory.money.cursors.get(world.node.identity.pubkey)?.baseline, 1n);
  assert.equal(world.walletSat(bob), 1000n);
});

test('a node with another history is not believed', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(1000);
  for (let count = 0; count < 3; count += 1) world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(1000);
  await service.stop();
  world.node.arrivals.settled.length = 0;
  for (let count = 0; count < 4; count += 1) world.node.receiveKeysend(account(bob));
  const next = await startService(world, 'two');
  next.run(watchIncoming);
  await world.clock.advance(120_000);
  assert.equal(world.walletSat(bob), 3000n);
  assert.deepEqual(world.alarmKinds(), ['cursor_event_missing']);
  await next.stop();
});

test('a node that does not show the event at the cursor again is not believed', async () => {
  for (const known of [1, 3]) {
    const { world, service, invoice } = await startReceiveBench();
    service.run(watchIncoming);
    await world.clock.advance(1000);
    for (let count = 0; count < known; count += 1)
      world.node.receive((await invoice()).paymentHash);
    await world.clock.advance(1000);
    world.node.arrivals.settled.length = 0;
    world.node.cutStreams();
    await world.clock.advance(120_000);
    assert.deepEqual(world.alarmKinds(), ['cursor_event_missing']);
    await service.stop();
  }
});

test('another node at the same address is not believed', async () => {
  const { world, service, bob } = await startReceiveBench();
  world.node.says.pubkey = `02${'cd'.repeat(32)}`;
  world.node.receiveKeysend(account(bob));
  service.run(watchIncoming);
  await world.clock.advance(60_000);
  assert.deepEqual(world.alarmKinds(), ['node_changed']);
  assert.equal(world.walletSat(bob), 0n);
  world.node.says.pubkey = world.node.identity.pubkey;
  await world.clock.advance(700_000);
  world.node.receiveKeysend(account(bob));
  await world.clock.advance(1000);
  assert.equal(world.walletSat(bob), 1000n, 'when it is back, receiving goes on by itself');
});
