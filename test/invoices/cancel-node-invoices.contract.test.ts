import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cancelNodeInvoices } from '../../src/invoices/cancel-node-invoices.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import type { LightningNode } from '../../src/lightning/node-port.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  NODE_PUBKEY,
  payInvoice,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { createScriptedNode } from '../support/scripted-node/scripted-node.ts';

const NEVER = new AbortController().signal;

/** Invoices that were paid within the service, over a real database, and a node that has them. */
async function open(count: number) {
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
  const invoices = createInvoiceStore(opened.database);
  const [payer, payee] = [await addUser(world, 100_000), await addUser(world)];
  const paid: Invoice[] = [];
  for (let made = 0; made < count; made += 1) {
    const invoice = await addInvoice(world, payee);
    await node.createInvoice({
      preimage: Buffer.from(invoice.preimage, 'hex'),
      amountMsat: invoice.amountMsat,
      expirySec: 900,
      purpose: { kind: 'description', text: '' },
    });
    const outcomes = await world.store.settleInternal([payInvoice(payer, invoice)]);
    assert.deepEqual(outcomes, [{ kind: 'settled' }]);
    paid.push(invoice);
  }
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const cancelAt = (
    lightning: Pick<LightningNode, 'cancelInvoice' | 'info' | 'connectionsOpened'>,
  ) => cancelNodeInvoices({ invoices, lightning, node: node.identity, log }, NEVER);
  return {
    world,
    node,
    paid,
    statements: opened.statements,
    cancelAt,
    left: async () => (await invoices.listNodeInvoicesToCancel(100)).map(({ id }) => id).toSorted(),
  };
}

const idsOf = (invoices: readonly Invoice[]) => invoices.map(({ id }) => id).toSorted();

test('M55: our node cancels what was paid inside', async () => {
  const { node, paid, cancelAt, left } = await open(2);
  await cancelAt(node);
  assert.deepEqual(await left(), []);
  assert.deepEqual([...node.cancelled].toSorted(), paid.map((one) => one.paymentHash).toSorted());
});

test('M55: another node at our address has none of them, and is not believed', async () => {
  const { node, paid, cancelAt, left } = await open(2);
  const info = { ...(await node.info()), pubkey: `02${'ab'.repeat(32)}` };
  const stranger = {
    connectionsOpened: 1,
    info: async () => info,
    cancelInvoice: async () => true,
  };
  await assert.rejects(cancelAt(stranger), /which is not ours/);
  assert.deepEqual(await left(), idsOf(paid));
  await cancelAt(node);
  assert.deepEqual(await left(), []);
});

test('M55: an answer over a connection that was opened meanwhile proves nothing', async () => {
  const { world, node, paid, cancelAt, left } = await open(3);
  let connectionsOpened = 1;
  let calls = 0;
  const changing = {
    info: () => node.info(),
    cancelInvoice: async (hash: string) => {
      calls += 1;
      if (calls === 1) return await node.cancelInvoice(hash);
      connectionsOpened += 1;
      return true;
    },
    get connectionsOpened() {
      return connectionsOpened;
    },
  };
  await cancelAt(changing);
  assert.equal(calls, 3);
  assert.deepEqual(await left(), idsOf(paid), 'also the answer of our own node is not believed');
  const states = await Promise.all(paid.map((one) => node.lookupInvoice(one.paymentHash)));
  const late = paid[states.indexOf('open')];
  assert(late !== undefined);
  // Someone outside pays one that another node had called unknown: a second receipt.
  node.receive(late.paymentHash);
  await world.store.credit([creditInvoice(late, true)]);
  await cancelAt(node);
  assert.deepEqual(await left(), []);
});

test('a run goes on while more wait than it lists, and beyond single ones that fail', async () => {
  const { node, paid, cancelAt, left } = await open(230);
  const [bad] = paid;
  assert(bad !== undefined);
  const asked: string[] = [];
  const failing = {
    info: () => node.info(),
    connectionsOpened: 1,
    cancelInvoice: (hash: string) => {
      asked.push(hash);
      if (hash === bad.paymentHash) return Promise.reject(new Error('it fails'));
      return node.cancelInvoice(hash);
    },
  };
  await cancelAt(failing);
  assert.deepEqual(await left(), [bad.id]);
  assert.equal(asked.length, 230, 'each is tried once in a run');
  await cancelAt(node);
  assert.deepEqual(await left(), []);
});

test('a hundred are recorded by one statement, after the node was asked once who it is', async () => {
  const { node, cancelAt, left, statements } = await open(130);
  let asked = 0;
  const counted = {
    info: () => {
      asked += 1;
      return node.info();
    },
    connectionsOpened: 1,
    cancelInvoice: node.cancelInvoice,
  };
  statements.length = 0;
  await cancelAt(counted);
  assert.equal(asked, 2);
  const deletions = statements.filter((text) =>
    text.includes('delete from node_invoice_to_cancel'),
  );
  assert.equal(deletions.length, 2);
  assert.deepEqual(await left(), []);
});

test('what was cancelled before the node went away is recorded', async () => {
  const { node, paid, cancelAt, left } = await open(40);
  let calls = 0;
  const goingAway = {
    info: () => node.info(),
    connectionsOpened: 1,
    cancelInvoice: (hash: string) => {
      calls += 1;
      return calls > 10 ? Promise.reject(new Error('no answer')) : node.cancelInvoice(hash);
    },
  };
  await assert.rejects(cancelAt(goingAway), /no answer/);
  assert(calls < paid.length);
  assert.equal((await left()).length, paid.length - 10);
});

test('a payment that the node holds for a second time goes back to its payer', async () => {
  const { node, paid, cancelAt, left } = await open(1);
  const [twice] = paid;
  assert(twice !== undefined);
  node.held.add(twice.paymentHash);
  await cancelAt(node);
  assert.equal(await node.lookupInvoice(twice.paymentHash), 'cancelled');
  assert.equal(node.held.size, 0);
  assert.deepEqual(await left(), []);
});

test('a run ends when all of several fail, as the node is away', async () => {
  const { node, paid, cancelAt, left } = await open(12);
  let calls = 0;
  const away = {
    info: () => node.info(),
    connectionsOpened: 1,
    cancelInvoice: () => {
      calls += 1;
      return Promise.reject(new Error('no answer'));
    },
  };
  await assert.rejects(cancelAt(away), /no answer/);
  assert(calls < paid.length);
  assert.deepEqual(await left(), idsOf(paid));
});

test('without such invoices the node is not asked who it is', async () => {
  const { cancelAt } = await open(0);
  const silent = {
    connectionsOpened: 1,
    info: () => Promise.reject(new Error('asked')),
    cancelInvoice: () => Promise.reject(new Error('asked')),
  };
  await cancelAt(silent);
});
