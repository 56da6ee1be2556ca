import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { newAction, THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { msat } from '../../src/base/amount.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import type { RecordedPayment } from '../../src/lightning/node-port.ts';
import type { NodeDifference } from '../../src/node/comparison-store.ts';
import { createComparisonStore } from '../../src/node/rewind/sql/comparison-store.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { textField } from '../support/fields.ts';
import { markPayments } from '../support/mark-payments.ts';
import { NODE_PUBKEY } from '../support/money-model/events.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const hash = (): string => bytesToHex(systemRandom.bytes(32));

const difference = (change: Partial<NodeDifference> = {}): NodeDifference => ({
  kind: 'payment',
  nodeIndex: 7n,
  paymentHash: hash(),
  state: 'succeeded',
  amountMsat: msat(1500n),
  happenedAt: new Date('2026-02-03T04:05:06Z'),
  ...change,
});

async function open() {
  const opened = await testDatabase({ after });
  const { database } = opened;
  return {
    ...opened,
    comparisons: createComparisonStore(database),
    stops: createPaymentStopStore(database),
  };
}

/** What happens to a database that was copied elsewhere, or promoted. */
const becomeAnother = ({ database }: Pick<TestDatabase, 'database'>) =>
  database.query((sql) => sql`update database_mark set timeline = timeline + 1`);

const asOwner = async (): Promise<Awaited<ReturnType<typeof open>>> => {
  const opened = await open();
  await createNodeStore(opened.database).bindNode('regtest', NODE_PUBKEY);
  await opened.comparisons.recogniseDatabase();
  return opened;
};

describe('a database knows itself again', () => {
  test('it is the same at every start, and its mark moves forward only', async () => {
    const { comparisons, stops, database } = await asOwner();
    await comparisons.recogniseDatabase();
    assert.deepEqual(await stops.listStops(), []);
    assert.equal(await markPayments(comparisons, 5n), true);
    assert.equal(await markPayments(comparisons, 3n), true);
    const [row] = await database.sql`select payment_index from node_mark`;
    assert.equal(row?.['payment_index'], 5n);
    assert.equal(await comparisons.readDue(), null);
    assert.equal(await comparisons.release(false), 'not_due');
  });

  test('another cluster or timeline is noticed, and the mark stays', async () => {
    const world = await asOwner();
    const { comparisons, stops } = world;
    await markPayments(comparisons, 5n);
    await becomeAnother(world);
    assert.equal(await markPayments(comparisons, 9n), false);
    await comparisons.recogniseDatabase();
    await comparisons.recogniseDatabase();
    assert.deepEqual(
      (await stops.listStops()).map(({ reason }) => reason),
      ['database_changed'],
    );
    const due = await comparisons.readDue();
    assert.equal(due?.paymentIndex, 5n);
    assert((due?.dueForMs ?? -1) >= 0);
    assert.equal(await markPayments(comparisons, 9n), false);
  });

  test('it is released after a comparison only, by itself only without a payment', async () => {
    const world = await asOwner();
    const { comparisons, stops } = world;
    await becomeAnother(world);
    await comparisons.recogniseDatabase();
    assert.equal(await comparisons.release(false), 'not_compared');

    const found = [difference(), difference({ kind: 'invoice', state: 'settled' })];
    await comparisons.saveComparison({ paymentIndex: 8n, differences: found });
    assert.deepEqual(await comparisons.listDifferences(10), found);
    assert.deepEqual(await comparisons.listDifferences(1), found.slice(0, 1));
    assert.equal(await comparisons.release(true), 'differs');
    assert.equal((await stops.listStops()).length, 1);

    await comparisons.saveComparison({ paymentIndex: 9n, differences: found.slice(1) });
    assert.equal(
      await comparisons.release(true),
      'differs',
      'what was missing once is not forgotten',
    );
    assert.equal(await comparisons.release(false), 'released');
    assert.deepEqual(await stops.listStops(), []);
    assert.equal(await comparisons.release(true), 'not_due');
    await comparisons.recogniseDatabase();
    assert.deepEqual(await stops.listStops(), [], 'it knows its new self');
    assert.equal(await markPayments(comparisons, 4n), true);
    await becomeAnother(world);
    await comparisons.recogniseDatabase();
    assert.equal((await comparisons.readDue())?.paymentIndex, 9n, 'never looked at twice');
    assert.equal(await comparisons.release(false), 'not_compared', 'each time again');
  });

  test('after a promotion that lost nothing, apps may pay at once, unless one before lost some', async () => {
    const world = await asOwner();
    const { comparisons, database } = world;
    const wentBackAt = async () => {
      const [row] = await database.sql`select went_back_at from database_mark`;
      return row?.['went_back_at'];
    };
    const promote = async (): Promise<void> => {
      await becomeAnother(world);
      await comparisons.recogniseDatabase();
      assert.equal(await comparisons.releaseAfterFailover(), 'not_compared');
      await comparisons.saveComparison({ paymentIndex: 8n, differences: [] });
    };
    await promote();
    assert(await wentBackAt());
    assert.equal(await comparisons.releaseAfterFailover(), 'released');
    assert.equal(await wentBackAt(), null);

    await promote();
    await comparisons.saveComparison({ paymentIndex: 9n, differences: [difference()] });
    assert.equal(await comparisons.releaseAfterFailover(), 'differs');
    const order = { kind: 'node_release', subject: '' } as const;
    await comparisons.release(
      false,
      undefined,
      newAction({ clock: systemClock, random: systemRandom }, THE_COMMAND_LINE, order),
    );
    await promote();
    assert.equal(await comparisons.releaseAfterFailover(), 'released');
    assert(await wentBackAt(), 'what was lost before may come again');

    const other = await asOwner();
    await other.database.sql`
      update database_mark set system_identifier = system_identifier + 1`;
    await other.comparisons.recogniseDatabase();
    await other.comparisons.saveComparison({ paymentIndex: 9n, differences: [] });
    assert.equal(await other.comparisons.releaseAfterFailover(), 'released');
    const [row] = await other.database.sql`select went_back_at from database_mark`;
    assert(row?.['went_back_at'], 'another cluster is no promoted standby');
  });

  test('an operator may release in spite of payments', async () => {
    const world = await asOwner();
    await becomeAnother(world);
    await world.comparisons.recogniseDatabase();
    const comparison = { paymentIndex: 8n, differences: [difference()] };
    await world.comparisons.saveComparison(comparison);
    assert.equal(await world.comparisons.release(false), 'released');
  });

  test('of two comparisons at the same time, the later findings replace the others', async () => {
    const world = await asOwner();
    await becomeAnother(world);
    await world.comparisons.recogniseDatabase();
    const [shared, late] = [difference(), difference({ nodeIndex: 8n })];
    await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        world.comparisons.saveComparison({
          paymentIndex: 8n,
          differences: turn % 2 === 0 ? [shared] : [shared, late],
        }),
      ),
    );
    const found = await world.comparisons.listDifferences(10);
    assert.deepEqual(found, found.length === 1 ? [shared] : [shared, late]);
  });

  test('of many at once one begins, and one releases', async () => {
    const world = await asOwner();
    const { comparisons } = world;
    await becomeAnother(world);
    await Promise.all(Array.from({ length: 6 }, () => comparisons.recogniseDatabase()));
    await comparisons.saveComparison({ paymentIndex: 1n, differences: [] });
    const released = await Promise.all(Array.from({ length: 6 }, () => comparisons.release(true)));
    assert.equal(released.filter((one) => one === 'released').length, 1);
  });
});

test('a payment is known by a row that lives, an invoice by any', async () => {
  let store: ReturnType<typeof createComparisonStore> | null = null;
  const api = await startWalletApi({ after }, {}, (database) => {
    store = createComparisonStore(database);
    return {};
  });
  const comparisons = store as ReturnType<typeof createComparisonStore> | null;
  assert(comparisons !== null);
  const ann = await api.addUser();
  await ann.receive(100_000);
  const pay = async (plan: typeof api.node.plan): Promise<string> => {
    api.node.plan = plan;
    const bill = api.node.externalInvoice({ amountMsat: 1_000_000n });
    await ann.post('/payments/bolt11', { invoice: bill.bolt11 });
    return bill.paymentHash;
  };
  const settled = await pay({ kind: 'succeed', feeMsat: msat(0n) });
  const failed = await pay({ kind: 'fail', reason: 'no_route' });
  const internal = await ann.post('/invoices', { amount: 5 });
  const internalHash = textField(internal.body, 'payment_hash');
  await ann.post('/payments/bolt11', { invoice: textField(internal.body, 'payment_request') });
  const stranger = hash();
  const asked = [settled, failed, internalHash, stranger].map(
    (paymentHash, index): RecordedPayment => ({
      paymentHash,
      paymentIndex: BigInt(index + 1),
      state: 'succeeded',
      amountMsat: msat(1n),
      feeMsat: msat(0n),
      createdAt: new Date(),
    }),
  );
  const recordedStates = await comparisons.recordedStateOf(asked);
  assert.deepEqual(
    [...recordedStates].filter(([, recorded]) => recorded === 'unknown').map(([one]) => one),
    [failed, internalHash, stranger],
    'an internal payment never met the node',
  );
  assert.deepEqual(
    await comparisons.findUnknownInvoices([internalHash, stranger]),
    new Set([stranger]),
  );
});

test('what the books say is remembered, and stops until they balance', async () => {
  const { stops } = await open();
  assert.equal(await stops.lastBooksCheck(), null);
  const report = { place: '', transfersCount: 12n, liabilitiesMsat: msat(0n), nodeMsat: msat(0n) };
  const finding = { rule: 'a', subject: 'b', detail: 'c' };
  await stops.noteBooks({ ...report, findings: [finding] });
  const [first] = await stops.listStops();
  assert.equal(first?.reason, 'books');
  await stops.noteBooks({ ...report, findings: [finding, finding] });
  const [again] = await stops.listStops();
  assert.deepEqual(again?.since, first?.since);
  assert.match(again?.detail ?? '', /2 findings/);
  await stops.noteBooks({ ...report, transfersCount: 13n, findings: [] });
  assert.deepEqual(await stops.listStops(), []);
  const last = await stops.lastBooksCheck();
  assert.deepEqual([last?.transfersCount, last?.findingsCount], [13n, 0]);
});

test('a part of the books that is wrong stops too, and what is new never lifts that', async () => {
  const { stops, database } = await open();
  const books = createBooksStore(database);
  await stops.noteNewLines();
  assert.equal(await stops.lastBooksCheck(), null, 'the whole comes first');
  await stops.noteBooks(await books.checkBooks());
  const first = await stops.lastBooksCheck();
  await stops.noteNewLines();
  const next = await stops.lastBooksCheck();
  assert.ok(first !== null && next !== null && next.checkedAt > first.checkedAt);
  assert.deepEqual({ ...next, checkedAt: null }, { ...first, checkedAt: null });
  await stops.noteFindings([{ rule: 'a', subject: 'b', detail: 'c' }]);
  const wrong = await stops.lastBooksCheck();
  assert.deepEqual(wrong?.findingsCount, 1);
  await stops.noteNewLines();
  assert.deepEqual(await stops.lastBooksCheck(), wrong);
  assert.deepEqual(
    (await stops.listStops()).map(({ reason }) => reason),
    ['books'],
  );
  await stops.noteBooks(await books.checkBooks());
  assert.deepEqual(await stops.listStops(), []);
});

test('the books count as checked in the database in which they were, and in no other', async () => {
  const { stops, database } = await open();
  assert.equal(await stops.isCheckedHere(), false);
  const report = await createBooksStore(database).checkBooks();
  await stops.noteBooks(report);
  assert.equal(await stops.isCheckedHere(), true);
  await stops.noteBooks({ ...report, place: report.place.replace(/^\S+/, '1893456000.5') });
  assert.equal(await stops.isCheckedHere(), false, 'before a start of the server');
  await stops.noteBooks({ ...report, place: report.place.replace(/\S+$/, '99') });
  assert.equal(await stops.isCheckedHere(), false, 'on another timeline');
});
