import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { watchIncoming } from '../../src/receipts/watch/watch-incoming.ts';
import { settledOf } from '../support/pay-bench.ts';
import { startReceiveBench } from '../support/receive-bench.ts';
import { startService } from '../support/wallet-service.ts';

test('M46 an invoice that is paid outside is credited with what arrived', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(1000);
  const { paymentHash, identifier, preimage } = await invoice();
  world.node.receive(paymentHash, { amountMsat: msat(1_500_700n) });
  await world.clock.flush();
  assert.equal(world.walletSat(bob), 1500n, 'M46 what was received, M45 never more than that');
  const [record] = world.records(bob);
  assert.deepEqual(
    [record?.['amount'], record?.['identifier'], record?.['preimage'], record?.['settled']],
    [1500, identifier, preimage, true],
  );
  world.checkBooks();
  await service.stop();
});

test('M50 the same event ten times is one credit', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(1000);
  const payment = world.node.receive((await invoice()).paymentHash);
  for (const { queue, wake } of [...world.node.arrivals.listeners].flatMap((one) =>
    Array.from({ length: 10 }, () => one),
  )) {
    queue.push({ kind: 'settled', settleIndex: payment.settleIndex, payments: [payment] });
    wake();
  }
  await world.clock.advance(1000);
  assert.equal(world.walletSat(bob), 1000n);
  world.checkBooks();
});

test('M52 what settled while no one watched is credited at the next connection', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(1000);
  const hashes = [];
  for (let count = 0; count < 4; count += 1) hashes.push((await invoice()).paymentHash);
  const [first = '', ...others] = hashes;
  world.node.receive(first);
  await world.clock.advance(1000);
  await service.stop();
  for (const hash of others) world.node.receive(hash);
  const before = world.node.arrivals.subscriptions.length;
  const next = await startService(world, 'two');
  next.run(watchIncoming);
  await world.clock.advance(60_000);
  assert.equal(world.walletSat(bob), 4000n);
  assert.equal(
    world.node.arrivals.subscriptions[before],
    1n,
    'cursor 1: listed, and followed from 1',
  );
  await next.stop();
  world.checkBooks();
});

test('the hourly check catches what the stream lost', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  let isBlind = false;
  const incoming: typeof world.node.incoming = async function* (from, signal) {
    for await (const event of world.node.incoming(from, signal)) {
      const isLost = isBlind && event.kind === 'settled' && event.settleIndex === 3n;
      yield isLost ? { ...event, payments: [] } : event;
    }
  };
  const lightning = { ...world.node, incoming };
  service.run((deps, signal) => watchIncoming({ ...deps, lightning }, signal));
  await world.clock.advance(60_000);
  for (let count = 0; count < 2; count += 1) world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(60_000);
  isBlind = true;
  for (let count = 0; count < 3; count += 1) world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(1000);
  isBlind = false;
  await world.clock.advance(60_000);
  assert.equal(world.walletSat(bob), 4000n, 'no gap was seen, and it is no longer told');
  await world.clock.advance(3_600_000);
  assert.equal(world.walletSat(bob), 5000n);
  world.checkBooks();
});

test('what the stream passed over is looked for soon', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(60_000);
  const { unheard } = world.node.arrivals;
  for (const index of [1n, 3n]) {
    unheard.add(index);
    world.node.receive((await invoice()).paymentHash);
    unheard.delete(index);
    world.node.receive((await invoice()).paymentHash);
    await world.clock.advance(20_000);
    assert.equal(world.walletSat(bob), index * 1000n + 1000n);
  }
  world.checkBooks();
});

test('what the node leaves out of its replays too is found by listing', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(60_000);
  for (const index of [1n, 3n]) {
    world.node.arrivals.unheard.add(index);
    world.node.receive((await invoice()).paymentHash);
    world.node.receive((await invoice()).paymentHash);
    await world.clock.advance(60_000);
    assert.equal(world.walletSat(bob), index * 1000n + 1000n);
  }
  world.checkBooks();
});

test('what a broken stream passed over comes with the next one, far back too', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(60_000);
  world.node.arrivals.unheard.add(2n);
  for (let count = 0; count < 101; count += 1) world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(1000);
  assert.equal(world.walletSat(bob), 100_000n);
  world.node.arrivals.unheard.delete(2n);
  world.node.cutStreams();
  await world.clock.advance(2000);
  assert.deepEqual(world.node.arrivals.subscriptions.slice(-1), [1n]);
  assert.equal(world.walletSat(bob), 101_000n);
  world.checkBooks();
});

test('M53 an error while crediting loses nothing: the event comes again', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(60_000);
  world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(1000);
  for (const at of ['before', 'after'] as const) {
    service.breakage.errors.set('credit', [{ at, error: new Error('database away') }]);
    world.node.receive((await invoice()).paymentHash);
    await world.clock.advance(60_000);
  }
  assert.equal(world.walletSat(bob), 3000n);
  world.checkBooks();
});

test('events out of order and a cut in between: everything is credited once', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(60_000);
  const [a, b, c] = [await invoice(), await invoice(), await invoice()];
  world.node.receive(a.paymentHash, { settleIndex: 2n });
  world.node.receive(b.paymentHash, { settleIndex: 1n });
  world.node.cutStreams();
  world.node.receive(c.paymentHash, { settleIndex: 3n });
  await world.clock.advance(20_000);
  assert.equal(world.walletSat(bob), 3000n);
  world.checkBooks();
});

test('M55 paid internally, then from outside too: a second receipt, with its own record', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  const ann = await world.addUser('ann', 5000n);
  service.run(watchIncoming);
  await world.clock.advance(1000);
  const { bolt11, paymentHash, identifier } = await invoice();
  const order = { caller: ann.caller, bolt11: bolt11 ?? '', amountMsat: null, idempotency: null };
  settledOf(await payInvoice(service.deps, order));
  world.node.receive(paymentHash, { amountMsat: msat(1_000_000n) });
  await world.clock.advance(1000);
  assert.equal(world.walletSat(bob), 2000n);
  const records = world.records(bob);
  assert.equal(records.length, 2);
  assert.equal(records[0]?.['identifier'], identifier);
  assert.notEqual(records[1]?.['identifier'], identifier);
  assert.deepEqual([records[1]?.['amount'], records[1]?.['payment_hash']], [1000, paymentHash]);
  world.checkBooks();
});

test('M55 both at once: the record is rendered again for what it is', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  const ann = await world.addUser('ann', 5000n);
  service.run(watchIncoming);
  await world.clock.advance(1000);
  const { bolt11, paymentHash } = await invoice();
  const order = { caller: ann.caller, bolt11: bolt11 ?? '', amountMsat: null, idempotency: null };
  service.breakage.onCall.set('credit', async () => {
    service.breakage.onCall.delete('credit');
    settledOf(await payInvoice(service.deps, order));
  });
  world.node.receive(paymentHash);
  await world.clock.advance(1000);
  assert.equal(world.walletSat(bob), 2000n);
  assert.equal(new Set(world.records(bob).map((record) => record['identifier'])).size, 2);
  world.checkBooks();
});

test('one process watches; when it dies another goes on, and the old one writes nothing', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(1000);
  const second = await startService(world, 'two');
  second.run(watchIncoming);
  await world.clock.advance(60_000);
  assert.equal(world.node.arrivals.listeners.size, 1);
  const hash = (await invoice()).paymentHash;
  service.breakage.onCall.set('acquireLease', () => new Promise<never>(() => undefined));
  service.breakage.onCall.set('credit', () => world.clock.sleep(90_000));
  world.node.receive(hash);
  await world.clock.advance(300_000);
  assert.equal(world.walletSat(bob), 1000n);
  assert.equal(world.memory.leases.get('watch-incoming')?.holder, 'two');
  world.checkBooks();
});

test('a node that is away and comes back is followed again', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(1000);
  const hash = (await invoice()).paymentHash;
  world.node.books.isAway = true;
  for (const { queue, wake } of world.node.arrivals.listeners) {
    queue.push(new NodeFault('gone'));
    wake();
  }
  world.node.arrivals.listeners.clear();
  world.node.receive(hash);
  await world.clock.advance(300_000);
  assert.equal(world.walletSat(bob), 0n);
  world.node.books.isAway = false;
  await world.clock.advance(60_000);
  assert.equal(world.walletSat(bob), 1000n);
});
