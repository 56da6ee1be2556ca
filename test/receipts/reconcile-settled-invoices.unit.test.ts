import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../src/base/durations.ts';
import {
  BEFORE_ALL_LEADERS,
  ensureNodeBaseline,
} from '../../src/receipts/watch/ensure-node-baseline.ts';
import {
  type ReconcileSettledInvoicesDeps,
  reconcileSettledInvoices,
} from '../../src/receipts/watch/reconcile-settled-invoices.ts';
import { newWatch } from '../../src/receipts/watch/watch.ts';
import { watchIncoming } from '../../src/receipts/watch/watch-incoming.ts';
import { type ReceiveBench, startReceiveBench } from '../support/receive-bench.ts';
import { startService } from '../support/wallet-service.ts';

/*
 * The hourly check of what settled: it books what is missing, and its cost depends on what settled
 * since the last one, however many invoices are open.
 */

type Node = ReceiveBench['world']['node'];

/** Bob has received `known` payments, and a check has seen them. */
async function startChecked(
  known: number,
  changes: (node: Node) => Partial<Node> = () => ({}),
  opened = { count: 1 },
) {
  const bench = await startReceiveBench();
  const { world, service, invoice } = bench;
  service.run(watchIncoming);
  await world.clock.advance(1000);
  for (let count = 0; count < known; count += 1) world.node.receive((await invoice()).paymentHash);
  await world.clock.advance(1000);
  await service.stop();
  const next = await startService(world, 'two');
  let listings = 0;
  const lightning: Node = {
    ...world.node,
    settledInvoices: (...args) => {
      listings += 1;
      return world.node.settledInvoices(...args);
    },
    ...changes(world.node),
    get connectionsOpened() {
      return opened.count;
    },
  };
  const deps = { ...next.deps, lightning };
  const { pubkey } = world.node.identity;
  const begin = (checking: ReconcileSettledInvoicesDeps, signal: AbortSignal): Promise<void> => {
    const watch = newWatch(world.memory.money.fence, world.clock);
    return world.clock.until(reconcileSettledInvoices(checking, watch, signal));
  };
  await begin(next.deps, new AbortController().signal);
  return {
    ...bench,
    pubkey,
    nodes: next.deps.nodes,
    /** Someone pays Bob, and the watcher does not hear of it. */
    receiveUnheard: async (): Promise<void> => {
      const { paymentHash } = await invoice();
      world.node.receive(paymentHash);
    },
    /** As a stream that has booked everything up to here, or thinks so. */
    moveCursor: (index: bigint) =>
      next.deps.nodes.advanceCursor(pubkey, index, world.memory.money.fence),
    /** How often all invoices were listed. */
    check: async (signal = new AbortController().signal): Promise<number> => {
      listings = 0;
      await begin(deps, signal);
      return listings;
    },
  };
}

test('a check replays what settled since the last one, and lists nothing', async () => {
  const { world, bob, check, receiveUnheard, moveCursor, nodes, pubkey } = await startChecked(150);
  assert.equal((await nodes.readCheckedSettlement(pubkey))?.settleIndex, 150n);
  for (let count = 0; count < 3; count += 1) await receiveUnheard();
  await moveCursor(153n);
  const before = world.node.arrivals.subscriptions.length;
  assert.equal(await check(), 0);
  assert.deepEqual(world.node.arrivals.subscriptions.slice(before), [50n]);
  assert.equal(world.node.arrivals.listeners.size, 0, 'the replay is left');
  assert.equal(world.walletSat(bob), 153_000n);
  assert.equal((await nodes.readCheckedSettlement(pubkey))?.settleIndex, 153n);
  world.checkBooks();
});

test('what a stream lost far below the cursor is found by the next process', async () => {
  const { world, bob, check, receiveUnheard, moveCursor } = await startChecked(2);
  for (let count = 0; count < 250; count += 1) await receiveUnheard();
  await moveCursor(252n);
  assert.equal(await check(), 0);
  assert.equal(world.walletSat(bob), 252_000n);
  world.checkBooks();
});

test('a settle index that the node leaves out makes one listing, and then none', async () => {
  const { world, bob, check, receiveUnheard, moveCursor } = await startChecked(5);
  const { unheard } = world.node.arrivals;
  unheard.add(6n);
  for (let count = 0; count < 2; count += 1) await receiveUnheard();
  await moveCursor(7n);
  assert.equal(await check(), 1, 'the replay proves nothing');
  assert.equal(world.walletSat(bob), 7000n);
  assert.equal(await check(), 0);
  await receiveUnheard();
  await moveCursor(8n);
  assert.equal(await check(), 0);
  assert.equal(world.walletSat(bob), 8000n);
  world.checkBooks();
});

test('a node that settled something else at the last checked index is listed in full', async () => {
  const { world, bob, check, nodes, pubkey } = await startChecked(5);
  const { settled } = world.node.arrivals;
  // An earlier state of the node came back, and it has settled others since.
  const [lost] = settled.splice(2, 3);
  assert(lost !== undefined);
  for (let settleIndex = 3n; settleIndex <= 5n; settleIndex += 1n) {
    const records = new Map([[696969n, Buffer.from(bob.user.identifier)]]);
    world.node.receiveKeysend(records, { settleIndex });
  }
  assert.equal(await check(), 1);
  assert.equal(world.walletSat(bob), 8000n, 'what it settled below the cursor is booked');
  const checked = await nodes.readCheckedSettlement(pubkey);
  assert.equal(checked?.paymentHash, settled.at(-1)?.paymentHash);
  assert.equal(await check(), 0);
  world.checkBooks();
});

test('a node whose settle index went back is listed at every check', async () => {
  const { world, check, nodes, pubkey } = await startChecked(5);
  const before = await nodes.readCheckedSettlement(pubkey);
  world.node.arrivals.settled.length = 2;
  assert.deepEqual([await check(), await check()], [1, 1]);
  assert.deepEqual(await nodes.readCheckedSettlement(pubkey), before);
});

test('no start lists the invoices of a node that had others before, after the first one', async () => {
  const bench = await startReceiveBench();
  const { world, service, bob, invoice } = bench;
  const { node } = world;
  const { pubkey } = node.identity;
  for (let count = 0; count < 150; count += 1) node.receiveKeysend(new Map());
  let listings = 0;
  const countListings = (deps: typeof service.deps) => ({
    ...deps,
    lightning: {
      ...deps.lightning,
      settledInvoices: (...args: Parameters<Node['settledInvoices']>) => {
        listings += 1;
        return deps.lightning.settledInvoices(...args);
      },
    },
  });
  const listingsOf = async (name: string, arrive: () => Promise<void>): Promise<number> => {
    listings = 0;
    const process = await startService(world, name);
    process.run((deps, signal) => watchIncoming(countListings(deps), signal));
    await world.clock.advance(60_000);
    await arrive();
    await world.clock.advance(HOUR_MS + 60_000);
    await process.stop();
    return listings;
  };
  await service.stop();
  assert.equal(await listingsOf('first', async () => undefined), 1, 'it meets the node');
  const { nodes } = service.deps;
  assert.equal((await nodes.readCheckedSettlement(pubkey))?.settleIndex, 150n);
  assert.equal(await listingsOf('second', async () => undefined), 0);
  const pay = async (): Promise<void> => {
    node.receive((await invoice()).paymentHash);
  };
  assert.equal(await listingsOf('third', pay), 0);
  assert.equal(await listingsOf('fourth', pay), 0);
  assert.equal(world.walletSat(bob), 2000n);
  world.checkBooks();
});

test('the first check finds what the stream lost after the node was met', async () => {
  for (const [earlier, listings] of [
    [2, 0],
    // LND never replays the first settlement, so no replay can begin there.
    [1, 1],
  ] as const) {
    const { world, service, bob, invoice } = await startReceiveBench();
    const { node, memory } = world;
    for (let count = 0; count < earlier; count += 1) node.receiveKeysend(new Map());
    const { signal } = new AbortController();
    await ensureNodeBaseline(service.deps, BEFORE_ALL_LEADERS, signal);
    for (let count = 0; count < 3; count += 1) node.receive((await invoice()).paymentHash);
    const { pubkey } = node.identity;
    await service.deps.nodes.advanceCursor(pubkey, BigInt(earlier + 3), memory.money.fence);
    let listed = 0;
    const lightning = {
      ...service.deps.lightning,
      settledInvoices: (...args: Parameters<Node['settledInvoices']>) => {
        listed += 1;
        return node.settledInvoices(...args);
      },
    };
    const watch = newWatch(memory.money.fence, world.clock);
    const checking = reconcileSettledInvoices({ ...service.deps, lightning }, watch, signal);
    await world.clock.until(checking);
    assert.equal(listed, listings, `${earlier}`);
    assert.equal(world.walletSat(bob), 3000n);
    world.checkBooks();
  }
});

test('nothing of another node is booked at the first check', async () => {
  const { world, service, bob, invoice } = await startReceiveBench();
  const { node, memory } = world;
  for (let count = 0; count < 2; count += 1) node.receiveKeysend(new Map());
  const { signal } = new AbortController();
  await ensureNodeBaseline(service.deps, BEFORE_ALL_LEADERS, signal);
  node.receive((await invoice()).paymentHash);
  const { pubkey } = node.identity;
  await service.deps.nodes.advanceCursor(pubkey, 3n, memory.money.fence);
  const info = await node.info();
  const lightning = { ...service.deps.lightning, info: async () => ({ ...info, pubkey: '02' }) };
  const watch = newWatch(memory.money.fence, world.clock);
  await assert.rejects(
    world.clock.until(reconcileSettledInvoices({ ...service.deps, lightning }, watch, signal)),
    /not ours/,
  );
  assert.equal(world.walletSat(bob), 0n);
  assert.equal(await service.deps.nodes.readCheckedSettlement(pubkey), null);
});

test('LND on SQL replays in another order: nothing is missed and nothing is listed', async () => {
  const { world, bob, check, receiveUnheard, moveCursor } = await startChecked(4, (node) => ({
    incoming: async function* (from, signal) {
      yield { kind: 'connected' };
      const later = node.arrivals.settled.filter(({ settleIndex }) => settleIndex > from);
      for (const payment of later.toReversed()) {
        const { settleIndex } = payment;
        yield { kind: 'settled', settleIndex, payments: [payment] };
      }
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  }));
  for (let count = 0; count < 4; count += 1) await receiveUnheard();
  await moveCursor(8n);
  assert.equal(await check(), 0);
  assert.equal(world.walletSat(bob), 8000n);
  world.checkBooks();
});

test('until two have settled all are listed, as the first is never replayed', async () => {
  for (const [known, listings] of [
    [0, 1],
    [1, 1],
    [2, 0],
  ] as const) {
    const { check } = await startChecked(known);
    assert.deepEqual([await check(), await check()], [listings, listings], `${known}`);
  }
});

test('a held payment is booked by the check after it settled', async () => {
  const { world, bob, check, invoice, moveCursor, receiveUnheard } = await startChecked(3);
  const { paymentHash } = await invoice();
  world.node.held.add(paymentHash);
  await receiveUnheard();
  await moveCursor(4n);
  assert.equal(await check(), 0);
  assert.equal(world.walletSat(bob), 4000n);
  world.node.held.delete(paymentHash);
  world.node.receive(paymentHash);
  await moveCursor(5n);
  assert.equal(await check(), 0);
  assert.equal(world.walletSat(bob), 5000n);
  world.checkBooks();
});

test('a check that was stopped or failed moves nothing', async () => {
  let isAway = true;
  const { world, bob, check, receiveUnheard, moveCursor, nodes, pubkey } = await startChecked(
    4,
    (node) => ({
      incoming: (from, signal) => {
        if (isAway) throw new Error('node away');
        return node.incoming(from, signal);
      },
    }),
  );
  const before = await nodes.readCheckedSettlement(pubkey);
  await receiveUnheard();
  await moveCursor(5n);
  await assert.rejects(check(), /node away/);
  isAway = false;
  assert.equal(await check(AbortSignal.abort()), 0);
  assert.deepEqual(await nodes.readCheckedSettlement(pubkey), before);
  assert.equal(world.walletSat(bob), 4000n);
  assert.equal(await check(), 0);
  assert.equal(world.walletSat(bob), 5000n);
  world.checkBooks();
});

test('a listing that another node may have answered moves nothing', async () => {
  const opened = { count: 1 };
  const { check, moveCursor, receiveUnheard, nodes, pubkey, world } = await startChecked(
    4,
    (node) => ({
      settledInvoices: (...args) => {
        opened.count += 1;
        return node.settledInvoices(...args);
      },
    }),
    opened,
  );
  const before = await nodes.readCheckedSettlement(pubkey);
  world.node.arrivals.unheard.add(5n);
  for (let count = 0; count < 2; count += 1) await receiveUnheard();
  await moveCursor(6n);
  await check();
  assert.deepEqual(await nodes.readCheckedSettlement(pubkey), before);
});
