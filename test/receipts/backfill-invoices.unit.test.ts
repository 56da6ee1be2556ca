import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/durations.ts';
import { INVOICE_GONE_MS } from '../../src/base/limits.ts';
import type {
  IncomingPayment,
  InvoiceListing,
  ListedInvoice,
} from '../../src/lightning/node-port.ts';
import { INVOICE_IN_ORDER_MS } from '../../src/receipts/limits.ts';
import { backfillInvoices } from '../../src/receipts/watch/backfill-invoices.ts';
import {
  BEFORE_ALL_LEADERS,
  ensureNodeBaseline,
} from '../../src/receipts/watch/ensure-node-baseline.ts';
import { newWatch } from '../../src/receipts/watch/watch.ts';
import { watchIncoming } from '../../src/receipts/watch/watch-incoming.ts';
import { startReceiveBench } from '../support/receive-bench.ts';

/** An invoice as the node lists it, and the payment of it. */
interface NodeInvoice {
  readonly addIndex: bigint;
  state: ListedInvoice['state'];
  readonly paymentHash: string;
  readonly isReusable: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  payment: IncomingPayment | null;
}

async function startRescan() {
  const { world, service, bob, invoice } = await startReceiveBench();
  service.run(watchIncoming);
  await world.clock.advance(1000);
  // Nothing else happens while the clock moves on by months.
  await service.stop();
  let onNode: NodeInvoice[] = [];
  let lastAddIndex = 0n;
  let listedAfter: bigint[] = [];
  let whileListing = async (): Promise<void> => undefined;
  const signal = new AbortController().signal;
  const lightning = {
    ...world.node,
    settledInvoices: async function* (_: AbortSignal, listing?: InvoiceListing) {
      assert(listing !== undefined);
      await whileListing();
      const { after } = listing;
      const isThere = onNode.some(
        ({ addIndex, paymentHash }) =>
          addIndex === after?.addIndex && paymentHash === after.paymentHash,
      );
      const begin = after !== null && isThere ? after.addIndex : 0n;
      listedAfter.push(begin);
      for (const { payment, ...listed } of [...onNode]) {
        if (listed.addIndex <= begin) continue;
        listing.onInvoice(listed);
        if (payment !== null) yield payment;
      }
    },
  };
  const watch = newWatch(world.memory.money.fence, world.clock);
  const deps = { ...service.deps, lightning };
  return {
    world,
    service,
    bob,
    invoice,
    /** Added now, for a day. */
    add: (changes: Partial<NodeInvoice> = {}): NodeInvoice => {
      const createdAt = world.clock.now();
      lastAddIndex += 1n;
      const added = {
        addIndex: lastAddIndex,
        state: 'open' as const,
        paymentHash: lastAddIndex.toString().padStart(64, '0'),
        isReusable: false,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + DAY_MS),
        payment: null,
        ...changes,
      };
      onNode.push(added);
      return added;
    },
    delete: (gone: NodeInvoice): void => {
      onNode = onNode.filter((one) => one !== gone);
    },
    /** As a node that was set up again: it has no invoice, and counts from 1. */
    setUpAgain: (): void => {
      onNode = [];
      lastAddIndex = 0n;
    },
    /** Meets the node as if it were another one; returns where its next listing begins. */
    meet: async (meanwhile = () => {}): Promise<bigint | null> => {
      whileListing = async () => {
        meanwhile();
        await world.clock.flush();
      };
      const node = { ...deps.node, pubkey: `03${'ef'.repeat(32)}` };
      await ensureNodeBaseline({ ...deps, node }, BEFORE_ALL_LEADERS, signal);
      return (await deps.nodes.readPassedInvoice(node.pubkey))?.addIndex ?? null;
    },
    /** Where the listing began. */
    rescan: async (abort?: AbortController): Promise<bigint | undefined> => {
      listedAfter = [];
      await backfillInvoices(deps, watch, abort?.signal ?? signal);
      return listedAfter[0];
    },
  };
}

test('the listing begins behind the last settled invoice before what is open', async () => {
  const { world, add, rescan } = await startRescan();
  add({ state: 'settled' });
  add({ state: 'cancelled' });
  add({ state: 'settled' });
  add({ state: 'cancelled' });
  const open = add();
  add({ state: 'settled' });
  await world.clock.advance(INVOICE_IN_ORDER_MS);
  assert.equal(await rescan(), 0n, 'the first one lists all');
  assert.equal(await rescan(), 3n);
  open.state = 'cancelled';
  assert.equal(await rescan(), 3n);
  assert.equal(await rescan(), 6n);
});

test('what may still be paid is never passed over', async () => {
  for (const [changes, passesAfterMs] of [
    [{}, DAY_MS + INVOICE_GONE_MS],
    [{ state: 'settled', isReusable: true }, DAY_MS + INVOICE_GONE_MS],
    [{ state: 'accepted' }, null],
    [{ state: 'settled' }, INVOICE_IN_ORDER_MS - 1],
    [{ state: 'cancelled', isReusable: true }, INVOICE_IN_ORDER_MS - 1],
  ] as const) {
    const { world, add, rescan } = await startRescan();
    add(changes);
    add({ state: 'settled' });
    await world.clock.advance(passesAfterMs ?? 400 * DAY_MS);
    await rescan();
    assert.equal(await rescan(), 0n, JSON.stringify(changes));
    await world.clock.advance(1);
    await rescan();
    assert.equal(await rescan(), passesAfterMs === null ? 0n : 2n, JSON.stringify(changes));
  }
});

test('an invoice that may be deleted is never the place where the listing begins', async () => {
  for (const changes of [
    { state: 'cancelled' },
    { state: 'cancelled', isReusable: true },
    { state: 'settled', isReusable: true },
    {},
  ] as const) {
    const { world, add, rescan } = await startRescan();
    add({ state: 'settled' });
    add(changes);
    await world.clock.advance(DAY_MS + INVOICE_GONE_MS + 1);
    await rescan();
    assert.equal(await rescan(), 1n, JSON.stringify(changes));
  }
});

test('while cancelled invoices are deleted each hour, no listing begins at the first', async () => {
  const { world, bob, invoice, add, delete: remove, rescan } = await startRescan();
  add({ state: 'settled' });
  await world.clock.advance(INVOICE_IN_ORDER_MS);
  await rescan();
  let cancelled: NodeInvoice[] = [];
  for (let hour = 1; hour <= 5; hour += 1) {
    for (const one of cancelled) remove(one);
    cancelled = [add({ state: 'cancelled' }), add({ state: 'cancelled' })];
    await world.clock.advance(INVOICE_IN_ORDER_MS);
    assert.equal(await rescan(), 1n, `hour ${hour}`);
  }
  for (const one of cancelled) remove(one);
  const { paymentHash } = await invoice();
  world.node.arrivals.unheard.add(1n);
  const { addIndex } = add({
    state: 'settled',
    payment: world.node.receive(paymentHash),
    paymentHash,
  });
  await world.clock.advance(INVOICE_IN_ORDER_MS);
  assert.equal(await rescan(), 1n);
  assert.equal(world.walletSat(bob), 1000n);
  assert.equal(await rescan(), addIndex);
  world.checkBooks();
});

test('when the place itself was deleted, one listing shows all, and nothing is missed', async () => {
  for (const isIndexUsedAgain of [false, true]) {
    const { world, service, bob, invoice, add, delete: remove, rescan } = await startRescan();
    add({ state: 'settled' });
    const place = add({ state: 'cancelled' });
    // As earlier versions remembered it.
    const { pubkey } = service.deps.node;
    const { nodes } = service.deps;
    assert(await nodes.setPassedInvoice(pubkey, place, world.memory.money.fence));
    assert.equal(await rescan(), 2n);
    remove(place);
    const { paymentHash } = await invoice();
    world.node.arrivals.unheard.add(1n);
    add({
      ...(isIndexUsedAgain ? { addIndex: place.addIndex } : {}),
      state: 'settled',
      payment: world.node.receive(paymentHash),
      paymentHash,
    });
    await world.clock.advance(INVOICE_IN_ORDER_MS);
    assert.equal(await rescan(), 0n);
    assert.equal(world.walletSat(bob), 1000n);
    assert.equal(await rescan(), isIndexUsedAgain ? 2n : 3n);
    world.checkBooks();
  }
});

test('a payment that the stream never told is booked, and then passed over', async () => {
  const { world, bob, invoice, add, rescan } = await startRescan();
  const { paymentHash } = await invoice();
  world.node.arrivals.unheard.add(1n);
  const payment = world.node.receive(paymentHash);
  add({ state: 'settled', payment, paymentHash });
  await world.clock.advance(INVOICE_IN_ORDER_MS);
  assert.equal(await rescan(), 0n);
  assert.equal(world.walletSat(bob), 1000n);
  assert.equal(await rescan(), 1n);
  world.checkBooks();
});

test('the listing by which a node is met remembers where the next one can begin', async () => {
  const { world, add, meet } = await startRescan();
  add({ state: 'settled' });
  add({ state: 'settled' });
  add();
  add({ state: 'settled' });
  await world.clock.advance(INVOICE_IN_ORDER_MS);
  assert.equal(await meet(), 2n);
});

test('what settles while a node is met is passed over by no later listing', async () => {
  const { world, add, meet } = await startRescan();
  add({ state: 'settled' });
  await world.clock.advance(INVOICE_IN_ORDER_MS);
  assert.equal(await meet(() => void world.node.receiveKeysend(new Map())), null);
});

test('a node that counts from 1 again is listed from the start', async () => {
  const { world, setUpAgain, add, rescan } = await startRescan();
  for (let n = 0; n < 3; n += 1) add({ state: 'settled' });
  await world.clock.advance(INVOICE_IN_ORDER_MS);
  await rescan();
  assert.equal(await rescan(), 3n);
  setUpAgain();
  add({ state: 'settled', paymentHash: 'ab'.repeat(32) });
  assert.equal(await rescan(), 0n);
  await world.clock.advance(INVOICE_IN_ORDER_MS);
  assert.equal(await rescan(), 0n);
  assert.equal(await rescan(), 1n);
});

test('a listing that was cut short moves nothing', async () => {
  const { world, add, rescan } = await startRescan();
  add({ state: 'settled' });
  await world.clock.advance(INVOICE_IN_ORDER_MS);
  const stop = new AbortController();
  stop.abort();
  await rescan(stop);
  assert.equal(await rescan(), 0n);
  assert.equal(await rescan(), 1n);
});
