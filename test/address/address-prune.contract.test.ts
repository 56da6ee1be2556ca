import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pruneAddressInvoices } from '../../src/address/prune-address-invoices.ts';
import { createAddressInvoiceStore } from '../../src/address/sql/address-invoice-store.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import {
  addUser,
  creditInvoice,
  NODE_PUBKEY,
  newInvoice,
  payInvoice,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { createScriptedNode } from '../support/scripted-node/scripted-node.ts';

const LIMITS = { perNetwork: 1000, perUser: 1000, inAll: 1000 };
const QUARTER_HOUR_MS = 900_000;
const NEVER = new AbortController().signal;

/** Addresses over a real database, and a node with their invoices. */
async function open() {
  const endings: (() => Promise<void>)[] = [];
  const opened = await testDatabase({ after: (end) => endings.push(end) });
  const world = createPostgresWorld(opened.database);
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    for (const end of endings) await end();
  });
  await world.setBaseline(NODE_PUBKEY, 0n);
  const clock = createMovableClock();
  const node = createScriptedNode({ clock, random: systemRandom });
  const addressInvoices = createAddressInvoiceStore(opened.database, LIMITS);
  const invoices = createInvoiceStore(opened.database);
  const user = await addUser(world, 0);
  const ask = async (): Promise<Invoice> => {
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + QUARTER_HOUR_MS);
    const invoice = { ...newInvoice(user), bolt11: null, createdAt, expiresAt };
    const verifyId = invoice.identifier;
    const asked = { invoice, nodePubkey: NODE_PUBKEY, network: 'n', verifyId };
    const order = { ...asked, zapRelays: null };
    assert.equal(await addressInvoices.insertInvoice(order), 'inserted');
    await node.createInvoice({
      preimage: Buffer.from(invoice.preimage, 'hex'),
      amountMsat: invoice.amountMsat,
      expirySec: 900,
      purpose: { kind: 'description', text: '' },
    });
    return invoice;
  };
  const deps = { addressInvoices, lightning: node, node: node.identity, clock };
  return {
    world,
    clock,
    node,
    invoices,
    addressInvoices,
    ask,
    deps,
    prune: () => pruneAddressInvoices(deps, NEVER),
    isHere: async ({ id }: Invoice) => (await invoices.findInvoice(id)) !== null,
  };
}

test('14: unpaid ones are gone here and at the node an hour after they expired, and no sooner', async () => {
  const bench = await open();
  const { clock, node } = bench;
  const first = await bench.ask();
  clock.move(QUARTER_HOUR_MS);
  const second = await bench.ask();
  clock.move(HOUR_MS - MINUTE_MS);
  await bench.prune();
  assert.deepEqual([await bench.isHere(first), await bench.isHere(second)], [true, true]);
  clock.move(2 * MINUTE_MS);
  await bench.prune();
  assert.deepEqual([await bench.isHere(first), await bench.isHere(second)], [false, true]);
  assert.equal(await node.lookupInvoice(first.paymentHash), 'not_found');
  assert.equal(await node.lookupInvoice(second.paymentHash), 'open');
});

test('14 M95: what was paid in the last second stays, whether it is booked already or not', async () => {
  const bench = await open();
  const [booked, unbooked] = [await bench.ask(), await bench.ask()];
  bench.node.receive(booked.paymentHash);
  await bench.world.store.credit([creditInvoice(booked, true)]);
  bench.node.receive(unbooked.paymentHash);
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  await bench.prune();
  assert.deepEqual([await bench.isHere(booked), await bench.isHere(unbooked)], [true, true]);
  assert.equal(await bench.node.lookupInvoice(unbooked.paymentHash), 'settled');
  await bench.world.store.credit([creditInvoice(unbooked, true)]);
});

test('many that must stay do not keep the others back', async () => {
  const bench = await open();
  const kept = await Promise.all(Array.from({ length: 120 }, bench.ask));
  for (const { paymentHash } of kept) bench.node.receive(paymentHash);
  bench.clock.move(1000);
  const unpaid = await bench.ask();
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  await bench.prune();
  assert.equal(await bench.isHere(unpaid), false);
  for (const invoice of kept) {
    assert.equal(await bench.isHere(invoice), true);
    await bench.world.store.credit([creditInvoice(invoice, true)]);
  }
});

test('14: a node that is away keeps everything as it is', async () => {
  const bench = await open();
  const invoice = await bench.ask();
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  bench.node.books.isAway = true;
  await assert.rejects(bench.prune(), { name: 'NodeFault' });
  assert.equal(await bench.isHere(invoice), true);
  bench.node.books.isAway = false;
  await bench.prune();
  assert.equal(await bench.isHere(invoice), false);
});

test('14 M95: a death between the two removals is made up for', async () => {
  const bench = await open();
  const invoice = await bench.ask();
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  const dying = { ...bench.addressInvoices, removeUnpaid: () => Promise.reject(new Error('dead')) };
  await assert.rejects(
    pruneAddressInvoices({ ...bench.deps, addressInvoices: dying }, NEVER),
    /dead/,
  );
  assert.equal(await bench.node.lookupInvoice(invoice.paymentHash), 'not_found');
  assert.equal(await bench.isHere(invoice), true);
  await bench.prune();
  assert.equal(await bench.isHere(invoice), false);
});

test('14 M95: a payment held past the expiry stays until it is known what becomes of it', async () => {
  const bench = await open();
  const [settled, returned] = [await bench.ask(), await bench.ask()];
  const { held } = bench.node;
  for (const { paymentHash } of [settled, returned]) held.add(paymentHash);
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  await bench.prune();
  assert.deepEqual([await bench.isHere(settled), await bench.isHere(returned)], [true, true]);
  held.clear();
  bench.node.receive(settled.paymentHash);
  await bench.prune();
  assert.deepEqual([await bench.isHere(settled), await bench.isHere(returned)], [true, false]);
  await bench.world.store.credit([creditInvoice(settled, true)]);
});

test('14: a node that forgets cancelled ones by itself leaves nothing here', async () => {
  const bench = await open();
  bench.node.says.collectsCancelled = true;
  const [first, second] = [await bench.ask(), await bench.ask()];
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  await bench.node.cancelInvoice(first.paymentHash);
  await bench.prune();
  assert.deepEqual([await bench.isHere(first), await bench.isHere(second)], [false, false]);
});

test('15: a late payment of what was pruned fails at the node', async () => {
  const bench = await open();
  const invoice = await bench.ask();
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  await bench.prune();
  assert.throws(() => bench.node.receive(invoice.paymentHash), /did not make this invoice/);
});

test('14 M95: another node at our address knows nothing of what was paid, and is not believed', async () => {
  const bench = await open();
  const paid = await bench.ask();
  bench.node.receive(paid.paymentHash);
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  const info = { ...(await bench.node.info()), pubkey: `02${'ab'.repeat(32)}` };
  const stranger = createScriptedNode({ clock: bench.clock, random: systemRandom });
  const lightning = { ...stranger, info: async () => info };
  const pruning = pruneAddressInvoices({ ...bench.deps, lightning }, NEVER);
  await assert.rejects(pruning, /which is not ours/);
  assert.equal(await bench.isHere(paid), true);
  await bench.world.store.credit([creditInvoice(paid, true)]);
});

test('14 M95: where connections were opened meanwhile, only a deletion is believed', async () => {
  const bench = await open();
  const [first, paid] = [await bench.ask(), await bench.ask()];
  bench.node.receive(paid.paymentHash);
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  const { node } = bench;
  let connectionsOpened = 1;
  const lightning = {
    info: () => node.info(),
    cancelInvoice: async (hash: string) =>
      connectionsOpened > 1 ? true : await node.cancelInvoice(hash),
    // After the first one another node answers.
    deleteInvoice: async (hash: string) => {
      if (connectionsOpened > 1) return 'not_found' as const;
      connectionsOpened += 1;
      return await node.deleteInvoice(hash);
    },
    get connectionsOpened() {
      return connectionsOpened;
    },
  };
  await pruneAddressInvoices({ ...bench.deps, lightning }, NEVER);
  assert.deepEqual([await bench.isHere(first), await bench.isHere(paid)], [false, true]);
  await bench.world.store.credit([creditInvoice(paid, true)]);
});

test('M95: paying inside what is pruned at that moment is refused as expired, and nothing is written', async () => {
  const bench = await open();
  const invoice = await bench.ask();
  const payer = await addUser(bench.world, 500);
  const event = payInvoice(payer, invoice);
  const before = await bench.world.transfers();
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  await bench.prune();
  assert.deepEqual(await bench.world.store.settleInternal([event]), [
    { kind: 'refused', refusal: { kind: 'invoice_expired' } },
  ]);
  assert.equal(await bench.world.findPayment(event.order.id), null);
  assert.deepEqual(await bench.world.transfers(), before);
});

test('one that the node refuses to delete holds up no other', async () => {
  const bench = await open();
  const invoices = [await bench.ask(), await bench.ask(), await bench.ask()];
  const [, second] = invoices;
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  const deleteInvoice = async (hash: string) => {
    if (hash === second?.paymentHash) throw new Error('refused');
    return await bench.node.deleteInvoice(hash);
  };
  const lightning = { ...bench.node, deleteInvoice };
  await assert.rejects(pruneAddressInvoices({ ...bench.deps, lightning }, NEVER), /refused/);
  const areHere = await Promise.all(invoices.map(bench.isHere));
  assert.deepEqual(areHere, [false, true, false]);
});

test('a node that cannot delete keeps it as cancelled', async () => {
  const bench = await open();
  const invoice = await bench.ask();
  bench.node.says.deletesInvoices = false;
  bench.clock.move(QUARTER_HOUR_MS + HOUR_MS + MINUTE_MS);
  await bench.prune();
  assert.equal(await bench.isHere(invoice), false);
  assert.equal(await bench.node.lookupInvoice(invoice.paymentHash), 'cancelled');
});
