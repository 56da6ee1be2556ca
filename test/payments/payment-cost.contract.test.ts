import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { createHistoryStore } from '../../src/history/sql/history-store.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import type { PaymentOrder } from '../../src/ledger/payment.ts';
import { createComparisonStore } from '../../src/node/rewind/sql/comparison-store.ts';
import { createSolvencyStore } from '../../src/node/sql/solvency-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { createStuckStore } from '../../src/payments/sql/stuck-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  failedEnd,
  later,
  NODE_PUBKEY,
  NOW,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { untilPasses } from '../support/wallet-user.ts';

const BATCH = 60;
const PAID_BEFORE = 1500;
const PAID = 20;

describe('a payment on its way', async () => {
  const bench = await openBench();

  test('changes its state within its page, without a change of any index', async () => {
    const [order] = await bench.reserve(1);
    assert(order !== undefined);
    const before = await countUpdates(bench.database);
    await bench.dispatch([order]);
    await bench.payments.markAcknowledged({ paymentId: order.id, paymentIndex: 2n });
    await bench.payments.markUnknown(order.id, NOW);
    await bench.payments.markNotFound(order.id, NOW);
    await bench.payments.clearNotFound(order.id);
    assert.equal((await bench.adopt(1)).length, 1);
    const { all, inPage } = await countUpdates(bench.database);
    assert.deepEqual([all - before.all, inPage - before.inPage], [6, 6]);
    await bench.settle([order]);
  });
});

describe('invoices that are paid within the service', async () => {
  const { database, world, user } = await openBench();
  const invoices = createInvoiceStore(database);
  const pay = async (count: number) => {
    const events = [];
    for (let n = 0; n < count; n += 1) events.push(payInvoice(user, await addInvoice(world, user)));
    const answers = await world.store.settleInternal(events);
    assert(answers.every(({ kind }) => kind === 'settled'));
  };

  test('change within their page, without a change of any index', async () => {
    const before = await countUpdates(database, 'invoice');
    await pay(PAID);
    const { all, inPage } = await countUpdates(database, 'invoice');
    assert.deepEqual([all - before.all, inPage - before.inPage], [PAID, PAID]);
  });

  test('are found by those that wait to be cancelled, however many others there are', async () => {
    await invoices.listNodeInvoicesToCancel(PAID);
    for (let n = 0; n < BATCH * 5; n += 1) await addInvoice(world, user);
    const before = await countReadEntries(database, 'invoice');
    assert.equal((await invoices.listNodeInvoicesToCancel(100)).length, PAID);
    const read = (await countReadEntries(database, 'invoice')) - before;
    assert(read <= PAID * 2, `${read} invoices were read for ${PAID}`);
  });
});

describe('what is asked of payments', async () => {
  const bench = await openBench();

  test('is found by its keys, though the plans were made when there was next to nothing', async () => {
    await useAll(bench, 1);
    for (let paid = 0; paid < PAID_BEFORE; paid += BATCH) {
      const orders = await bench.reserve(BATCH);
      await bench.dispatch(orders);
      await bench.settle(orders);
    }
    // Reads skip what is no longer open as long as another, say autovacuum, may still see it open.
    await untilPasses(async () => {
      await useAll(bench, 1);
      const before = await countReadEntries(bench.database);
      await useAll(bench, PAID);
      const read = (await countReadEntries(bench.database)) - before;
      // A few reads for each; a walk through all payments reads more than a thousand.
      assert(read <= PAID * 40, `${read} entries were read for ${PAID} payments`);
    });
  });
});

type Bench = Awaited<ReturnType<typeof openBench>>;

/** On one connection, so that all calls share their plans, and their figures come in order. */
async function openBench() {
  const cleanups: (() => Promise<void>)[] = [];
  const opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  const database = openDatabase({
    url: opened.serviceUrl,
    applicationName: 'satchel test',
    poolSize: 1,
    clock: systemClock,
    random: systemRandom,
  });
  const world = createPostgresWorld(database);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const user = await addUser(world, 10_000_000);
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    await database.close();
    for (const cleanup of cleanups) await cleanup();
  });
  const payments = createPaymentStore(database);

  return {
    database,
    world,
    user,
    payments,
    reserve: async (count: number) => {
      const events = Array.from({ length: count }, () => reserveEvent(user));
      const answers = await world.store.reserve(events);
      assert(answers.every(({ kind }) => kind === 'reserved'));
      return events.map(({ order }) => order);
    },
    dispatch: async (orders: readonly PaymentOrder[]) => {
      const begun = await Promise.all(
        orders.map(({ id }) =>
          payments.beginDispatch({ paymentId: id, ownerProcessId: OWNER, indexBefore: 1n }),
        ),
      );
      assert(begun.every((outcome) => outcome === 'begun'));
    },
    adopt: (limit: number) =>
      payments.adoptOrphans({ newOwnerProcessId: 'process-2', deadSince: later(-60), limit }),
    settle: async (orders: readonly PaymentOrder[]) => {
      const answers = await world.store.resolve(orders.map((order) => settledEnd(order)));
      assert(answers.every(({ kind }) => kind === 'resolved'));
    },
    fail: async (orders: readonly PaymentOrder[]) => {
      const answers = await world.store.resolve(orders.map(({ id }) => failedEnd(id)));
      assert(answers.every(({ kind }) => kind === 'resolved'));
    },
  };
}

/** So many are paid, and each question that is asked of them meanwhile is asked. */
async function useAll(bench: Bench, count: number): Promise<void> {
  const { database, payments, user } = bench;
  const history = createHistoryStore(database);
  const orders = await bench.reserve(count);
  await bench.dispatch(orders);
  await Promise.all(
    orders.map(async ({ id, identifier, paymentHash }) => {
      await payments.markAcknowledged({ paymentId: id, paymentIndex: 2n });
      const { payment } = await payments.readForPayment({
        userId: user,
        grantId: 'grant',
        paymentHash,
        payeeIdentifier: null,
        idempotencyKey: null,
      });
      assert.equal(payment?.id, id);
      assert.equal((await history.findByHash(user, paymentHash))?.kind, 'payment');
      assert.equal(await history.findBolt11ByIdentifier(identifier), null);
    }),
  );
  await askOfAll(bench, orders);
  const half = Math.ceil(count / 2);
  await bench.settle(orders.slice(0, half));
  if (count > half) await bench.fail(orders.slice(half));
}

async function askOfAll(
  { database, payments, user, adopt }: Bench,
  orders: readonly PaymentOrder[],
): Promise<void> {
  const recorded = orders.map(({ paymentHash, amountMsat, createdAt }) => ({
    paymentIndex: 2n,
    paymentHash,
    state: 'in_flight' as const,
    amountMsat,
    feeMsat: msat(0n),
    createdAt,
  }));
  const recordedStates = await createComparisonStore(database).recordedStateOf(recorded);
  assert.deepEqual(new Set(recordedStates.values()), new Set(['known']));
  assert.equal((await createSolvencyStore(database).readObligations()).heldNotInFlightMsat, 0n);
  assert.equal((await payments.listOpenPayments()).length, orders.length);
  assert.equal((await adopt(orders.length)).length, orders.length);
  const stuck = createStuckStore(database);
  const ids = orders.map(({ id }) => id);
  for (const id of ids) await stuck.markStuck(id, { seenAt: NOW, awaySec: 1n });
  await stuck.forgetStuck(ids);
  const { kind } = await createHistoryStore(database).listRecords({
    userId: user,
    direction: 'both',
    createdAfter: null,
    createdBefore: null,
    since: orders[0]?.identifier ?? null,
    before: null,
    settledSince: null,
    offset: 0,
    limit: 10,
  });
  assert.equal(kind, 'records');
}

async function countUpdates(
  database: Database,
  table = 'payment',
): Promise<{ all: number; inPage: number }> {
  await flushFigures(database);
  const [row] = await database.query(
    (sql) => sql<{ all: number; inPage: number }[]>`
      select n_tup_upd::integer as all, n_tup_hot_upd::integer as "inPage"
      from pg_stat_user_tables where relname = ${table}`,
  );
  assert(row !== undefined);
  return row;
}

async function countReadEntries(database: Database, table = 'payment'): Promise<number> {
  await flushFigures(database);
  const [row] = await database.query(
    (sql) => sql<{ count: number }[]>`
      select (seq_tup_read + (
          select sum(idx_tup_read) from pg_stat_user_indexes where relname = ${table}
        ))::integer as count
      from pg_stat_user_tables where relname = ${table}`,
  );
  assert(row !== undefined);
  return row.count;
}

/** What a session counts is shown to all once it is idle, and not at once each time. */
const flushFigures = (database: Database) =>
  database.query((sql) => sql`select pg_stat_force_next_flush()`);
