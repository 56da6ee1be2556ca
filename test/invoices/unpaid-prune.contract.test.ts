import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAddressInvoiceStore } from '../../src/address/sql/address-invoice-store.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import { INVOICE_GONE_MS } from '../../src/base/limits.ts';
import { pruneUnpaidInvoices } from '../../src/invoices/prune-unpaid-invoices.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import { createUnpaidInvoiceStore } from '../../src/invoices/sql/unpaid-invoice-store.ts';
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
import { madeBy } from '../support/money-model/made-by.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { createScriptedNode } from '../support/scripted-node/scripted-node.ts';

/** Users' own invoices that no one paid, some weeks after they expired. */

const QUARTER_HOUR_MS = 900_000;
const NEVER = new AbortController().signal;

async function open() {
  const endings: (() => Promise<void>)[] = [];
  const opened = await testDatabase({ after: (end) => endings.push(end) });
  const world = createPostgresWorld(opened.database);
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    for (const end of endings) await end();
  });
  const clock = createMovableClock();
  const node = createScriptedNode({ clock, random: systemRandom });
  const { pubkey } = node.identity;
  for (const key of [NODE_PUBKEY, pubkey]) await world.setBaseline(key, 0n);
  const invoices = createInvoiceStore(opened.database);
  const unpaidInvoices = createUnpaidInvoiceStore(opened.database);
  const origin = { ...madeBy('grant'), nodePubkey: pubkey };
  const make = async (user: string, expiresInMs = HOUR_MS): Promise<Invoice> => {
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + expiresInMs);
    const invoice = { ...newInvoice(user), bolt11: null, createdAt, expiresAt };
    const made = await invoices.insertInvoice(invoice, origin, null);
    assert.deepEqual(made, { kind: 'inserted' });
    await node.createInvoice({
      preimage: Buffer.from(invoice.preimage, 'hex'),
      amountMsat: invoice.amountMsat,
      expirySec: expiresInMs / 1000,
      purpose: { kind: 'description', text: '' },
    });
    return invoice;
  };
  const deps = { unpaidInvoices, lightning: node, node: node.identity, clock };
  return {
    database: opened.database,
    world,
    clock,
    node,
    unpaidInvoices,
    make,
    prune: () => pruneUnpaidInvoices(deps, NEVER),
    isHere: async ({ id }: Invoice) => (await invoices.findInvoice(id)) !== null,
  };
}

test('they go here and at the node a month after they expired, and no sooner', async () => {
  const bench = await open();
  const [ann, bob] = [await addUser(bench.world, 0), await addUser(bench.world, 0)];
  const all: Invoice[] = [];
  for (let n = 0; n < 130; n += 1) all.push(await bench.make(n % 3 === 0 ? ann : bob));
  bench.clock.move(HOUR_MS);
  const later = await bench.make(ann);
  // The clock goes on by itself, far less than this.
  bench.clock.move(INVOICE_GONE_MS - QUARTER_HOUR_MS);
  await bench.prune();
  for (const invoice of all) assert.equal(await bench.isHere(invoice), true);
  bench.clock.move(QUARTER_HOUR_MS);
  await bench.prune();
  for (const invoice of all) assert.equal(await bench.isHere(invoice), false);
  for (const { paymentHash } of all) {
    assert.equal(await bench.node.lookupInvoice(paymentHash), 'not_found');
  }
  assert.equal(await bench.isHere(later), true);
  bench.clock.move(HOUR_MS);
  await bench.prune();
  assert.equal(await bench.isHere(later), false, 'the next pruning goes on from there');
});

test('what has money stays, whoever paid, and whether it is booked already or not', async () => {
  const bench = await open();
  const [ann, payer] = [await addUser(bench.world, 0), await addUser(bench.world, 100_000)];
  const [booked, unbooked, inside, unpaid] = [
    await bench.make(ann),
    await bench.make(ann),
    await bench.make(ann),
    await bench.make(ann),
  ];
  bench.node.receive(booked.paymentHash);
  await bench.world.store.credit([creditInvoice(booked, true)]);
  bench.node.receive(unbooked.paymentHash);
  const paid = await bench.world.store.settleInternal([payInvoice(payer, inside)]);
  assert.equal(paid[0]?.kind, 'settled');
  bench.clock.move(HOUR_MS + INVOICE_GONE_MS + 1000);
  await bench.prune();
  const left = [booked, unbooked, inside, unpaid].map(bench.isHere);
  assert.deepEqual(await Promise.all(left), [true, true, true, false]);
  assert.equal(
    await bench.unpaidInvoices.readPrunedUntil(bench.node.identity.pubkey),
    null,
    'one is left',
  );
  await bench.world.store.credit([creditInvoice(unbooked, true)]);
  await bench.prune();
  assert.notEqual(await bench.unpaidInvoices.readPrunedUntil(bench.node.identity.pubkey), null);
  // Even where a caller is wrong.
  assert.equal(await bench.unpaidInvoices.removeUnpaid([booked.id, inside.id]), 0);
});

test('a node that is away leaves all as it is, and the next pruning begins again', async () => {
  const bench = await open();
  const ann = await addUser(bench.world, 0);
  const invoice = await bench.make(ann);
  bench.clock.move(HOUR_MS + INVOICE_GONE_MS + 1000);
  const { unpaidInvoices, node, clock } = bench;
  const info = async () => ({ ...(await node.info()), pubkey: 'ff'.repeat(33) });
  const lightning = {
    connectionsOpened: 1,
    info,
    cancelInvoice: async () => true,
    deleteInvoice: async () => 'not_found' as const,
  };
  const deps = { unpaidInvoices, lightning, node: node.identity, clock };
  await assert.rejects(pruneUnpaidInvoices(deps, NEVER), /not ours/);
  assert.equal(await bench.isHere(invoice), true, 'another node has none of ours');
  await bench.prune();
  assert.equal(await bench.isHere(invoice), false);
});

test('one that the node cannot remove holds up no other, and is tried again', async () => {
  const bench = await open();
  const ann = await addUser(bench.world, 0);
  const all: Invoice[] = [];
  for (let n = 0; n < 130; n += 1) all.push(await bench.make(ann));
  const [stuck, ...others] = all;
  assert(stuck !== undefined);
  bench.clock.move(HOUR_MS + INVOICE_GONE_MS + 1000);
  const { unpaidInvoices, node, clock } = bench;
  const cancelInvoice = async (paymentHash: string) =>
    paymentHash === stuck.paymentHash
      ? assert.fail('stuck')
      : await node.cancelInvoice(paymentHash);
  const lightning = {
    connectionsOpened: node.connectionsOpened,
    info: () => node.info(),
    cancelInvoice,
    deleteInvoice: (paymentHash: string) => node.deleteInvoice(paymentHash),
  };
  const deps = { unpaidInvoices, lightning, node: node.identity, clock };
  await assert.rejects(pruneUnpaidInvoices(deps, NEVER), /stuck/);
  for (const invoice of others) assert.equal(await bench.isHere(invoice), false);
  assert.equal(await bench.isHere(stuck), true);
  assert.equal(await unpaidInvoices.readPrunedUntil(node.identity.pubkey), null);
  await bench.prune();
  assert.equal(await bench.isHere(stuck), false);
});

test('invoices of strangers are left to pruning of addresses', async () => {
  const bench = await open();
  const ann = await addUser(bench.world, 0);
  const limits = { perNetwork: 10, perUser: 10, inAll: 10 };
  const addresses = createAddressInvoiceStore(bench.database, limits);
  const createdAt = bench.clock.now();
  const invoice = { ...newInvoice(ann), createdAt, expiresAt: createdAt };
  const asked = { invoice, nodePubkey: NODE_PUBKEY, network: 'n', verifyId: 'v'.repeat(24) };
  await addresses.insertInvoice({ ...asked, zapRelays: null });
  bench.clock.move(INVOICE_GONE_MS + 1000);
  await bench.prune();
  assert.equal(await bench.isHere(invoice), true);
});
