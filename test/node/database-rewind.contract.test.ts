import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import type { FailFrom } from '../../src/ledger/money-store.ts';
import { STUCK } from '../../src/ledger/payment-failure.ts';
import { createComparisonStore } from '../../src/node/rewind/sql/comparison-store.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { createApprovalStore } from '../../src/payments/sql/approval-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { createStuckStore } from '../../src/payments/sql/stuck-store.ts';
import { approvalOf } from '../support/approval-of.ts';
import { testDatabase } from '../support/database.ts';
import { markPayments } from '../support/mark-payments.ts';
import { newBatch } from '../support/money-model/batches.ts';
import {
  addUser,
  failedEnd,
  NODE_PUBKEY,
  NOW,
  OWNER,
  reserveEvent,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { withdrawalSteps } from '../support/onchain/withdrawal-bench.ts';
import { newWithdrawal } from '../support/onchain/withdrawal-events.ts';

/** A database with one payment that is reserved, one that was begun, and a look at the node. */
async function live() {
  const opened = await testDatabase({ after });
  const { database } = opened;
  const world = createPostgresWorld(database);
  await createNodeStore(database).bindNode('regtest', NODE_PUBKEY);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const comparisons = createComparisonStore(database);
  const payments = createPaymentStore(database);
  await comparisons.recogniseDatabase();
  assert(await markPayments(comparisons, 41n));
  const payer = await addUser(world, 5000);
  const [reserved, begun] = [reserveEvent(payer), reserveEvent(payer)];
  await world.store.reserve([reserved, begun]);
  const begin = (paymentId: string, indexBefore = 41n) =>
    payments.beginDispatch({ paymentId, ownerProcessId: OWNER, indexBefore });
  assert.equal(await begin(begun.order.id), 'begun');
  const fail = async (paymentId: string, onlyFrom: FailFrom) =>
    (await world.store.resolve([failedEnd(paymentId, onlyFrom)]))[0]?.kind;
  return {
    database,
    world,
    comparisons,
    payments,
    payer,
    begin,
    fail,
    reserved: reserved.order,
    begun: begun.order,
    checkBooks: async () =>
      assert.deepEqual((await createBooksStore(database).checkBooks()).findings, []),
  };
}

type Live = Awaited<ReturnType<typeof live>>;

/** As a promoted standby is. */
const promote = ({ database }: Live) =>
  database.sql`update database_mark set timeline = timeline + 1`;
/** As after a start of the database server, in whatever state its files are. */
const restart = ({ database }: Live) =>
  database.sql`update database_mark set looked_in = '1893456000.5 5 16384'`;

describe('before anyone has noticed', () => {
  for (const [name, goBack] of [
    ['a promoted standby', promote],
    ['a server that was started again', restart],
  ] as const) {
    test(`M90 M91 ${name} lets nothing leave, and takes no reserve for unsent`, async () => {
      const bench = await live();
      await goBack(bench);
      assert.equal(await bench.begin(bench.reserved.id), 'stopped');
      assert.equal(await bench.fail(bench.reserved.id, 'unsent'), 'conflict');
      assert.equal((await bench.payments.findPayment(bench.reserved.id))?.state, 'reserved');
      assert.equal(await bench.fail(bench.begun.id, 'dispatched'), 'resolved', 'that is a proof');
      assert.equal(await bench.fail(bench.reserved.id, 'reserved'), 'resolved', 'its own sender');
      const { withdrawals, sign, fail } = withdrawalSteps(bench.database);
      const order = newWithdrawal(bench.payer, { amountSat: sat(500n), heldSat: sat(1600n) });
      await withdrawals.order(order);
      assert.equal(await sign(order.id), 'stopped');
      assert.equal(await fail(order.id, 'reserved'), 'conflict');
      await bench.checkBooks();
    });
  }

  test('a look at the node opens the way after a start of the server, and only then', async () => {
    const bench = await live();
    await restart(bench);
    const look = await bench.comparisons.readLook();
    assert.deepEqual([look?.isCurrent, look?.isFirst, look?.paymentIndex], [false, false, 41n]);
    assert(look !== null);
    const earlier = { ...look, place: '1893456000.5 5 16384' };
    assert.equal(await bench.comparisons.finishLook(earlier, 42n), false, 'of another server');
    const ahead = { ...look, paymentIndex: 50n };
    assert.equal(await bench.comparisons.finishLook(ahead, 51n), false, 'of a later state');
    assert.equal(await bench.begin(bench.reserved.id), 'stopped');
    assert.equal(await bench.comparisons.finishLook(look, 42n), true);
    assert.equal((await bench.comparisons.readLook())?.isCurrent, true);
    const reserved = reserveEvent(bench.payer);
    await bench.world.store.reserve([reserved]);
    assert.equal(await bench.begin(reserved.order.id), 'begun');
    await bench.checkBooks();
  });

  test('M90 M91 the first look after a start of the server takes what was begun from those who had it', async () => {
    const bench = await live();
    const { comparisons, payments, database, world } = bench;
    const batch = newBatch(bench.payer, 2);
    await world.addBatch(batch);
    const processes = createProcessStore(database);
    await processes.heartbeat(OWNER, 'all');
    assert.notEqual(await processes.acquireLease('a', OWNER, 60_000), null);
    const asked = { newOwnerProcessId: 'recovery', deadSince: new Date(0), limit: 10 };
    assert(await markPayments(comparisons, 42n));
    assert.deepEqual(await payments.adoptOrphans(asked), [], 'the server was not restarted');

    await restart(bench);
    assert(await markPayments(comparisons, 42n));
    await processes.heartbeat(OWNER, 'all');
    const adopted = await payments.adoptOrphans(asked);
    assert.deepEqual(
      adopted.map(({ id }) => id),
      [bench.begun.id],
      'though its process lives; what is reserved may be on its way to the node',
    );
    assert.notEqual(await processes.acquireLease('a', 'another', 60_000), null);
    assert.equal(await bench.begin(bench.reserved.id), 'begun', 'by its owner');
    const item = reserveEvent(bench.payer, { batch: { batchId: batch.id, index: 0 } });
    const [refused] = await world.store.reserve([item]);
    assert.deepEqual(refused, { kind: 'refused', refusal: { kind: 'batch_item_cancelled' } });
    await bench.checkBooks();
  });

  test('M91 heartbeats that were lost with an earlier state are no silence', async () => {
    const bench = await live();
    const { comparisons, payments, database } = bench;
    const processes = createProcessStore(database);
    await processes.heartbeat(OWNER, 'all');
    const isAdopted = async () => {
      const deadSince = new Date((await processes.databaseNow()).getTime() - 60_000);
      const list = await payments.adoptOrphans({
        newOwnerProcessId: 'other',
        deadSince,
        limit: 10,
      });
      return list.some(({ id }) => id === bench.reserved.id);
    };
    const loseHeartbeats = () =>
      database.sql`update process set heartbeat_at = clock_timestamp() - interval '1 hour'`;
    await restart(bench);
    await loseHeartbeats();
    assert.equal(await isAdopted(), false, 'nothing tells yet whether its process lives');
    assert(await markPayments(comparisons, 42n));
    assert.equal(await isAdopted(), false, 'the silence of its process counts from the look on');
    await loseHeartbeats();
    assert.equal(await isAdopted(), true);
    await bench.checkBooks();
  });

  test('what settled since the last look is compared, though the watcher has passed it', async () => {
    const { comparisons, database } = await live();
    const follow = async (): Promise<bigint> => {
      const [row] = await database.sql<{ settle_index: bigint }[]>`
        update node_cursor set settle_index = settle_index + 2 returning settle_index`;
      assert(row !== undefined, 'the node was met');
      return row.settle_index;
    };
    const looked = await follow();
    assert(await markPayments(comparisons, 42n));
    await follow();
    await comparisons.stopAsRewound('the node knows more');
    assert.equal((await comparisons.readDue())?.settleIndex, looked);
    await comparisons.stopAsRewound('and once more');
    assert.equal((await comparisons.readDue())?.settleIndex, looked);
  });

  test('a database that has never met the node begins where the node is', async () => {
    const { database } = await testDatabase({ after });
    const comparisons = createComparisonStore(database);
    assert.equal(await comparisons.readLook(), null);
    await comparisons.recogniseDatabase();
    assert.equal((await comparisons.readLook())?.isFirst, true);
    await createNodeStore(database).bindNode('regtest', NODE_PUBKEY);
    assert(await markPayments(comparisons, 0n));
    assert.equal((await comparisons.readLook())?.isFirst, false);
  });
});

describe('in the transaction that notices', () => {
  for (const way of ['recogniseDatabase', 'stopAsRewound'] as const) {
    test(`M90 ${way}: nothing stays reserved, processes are gone, leases free`, async () => {
      const bench = await live();
      const processes = createProcessStore(bench.database);
      await processes.heartbeat(OWNER, 'all');
      assert.notEqual(await processes.acquireLease('a', OWNER, 60_000), null);
      await promote(bench);
      await bench.comparisons[way]('the node knows more');

      const payment = await bench.payments.findPayment(bench.reserved.id);
      assert.deepEqual(
        [payment?.state, payment?.dispatch.senderProcessId, payment?.dispatch.indexBefore],
        ['dispatching', 'gone', 41n],
      );
      const gone = await processes.lastHeartbeat('gone');
      const now = await processes.databaseNow();
      assert(gone !== null && now.getTime() - gone.getTime() < 60_000, 'the grace begins now');
      assert.equal(await bench.begin(bench.reserved.id), 'stopped');
      assert.equal(await bench.fail(bench.reserved.id, 'reserved'), 'conflict');
      const begun = await bench.payments.findPayment(bench.begun.id);
      assert.deepEqual([begun?.state, begun?.dispatch.senderProcessId], ['dispatching', OWNER]);
      assert.notEqual(await processes.acquireLease('a', 'another', 60_000), null);

      const asked = { newOwnerProcessId: 'recovery', deadSince: new Date(0), limit: 10 };
      assert.equal((await bench.payments.adoptOrphans(asked)).length, 2, 'their process is gone');
      await processes.heartbeat(OWNER, 'all');
      await bench.world.store.resolve([failedEnd(bench.reserved.id)]);
      await bench.checkBooks();
    });
  }

  test('no withdrawal stays reserved, and what was signed goes on', async () => {
    const { comparisons, database, payer, checkBooks } = await live();
    const { withdrawals, sign, settle, fail, stateOf } = withdrawalSteps(database);
    const small = { amountSat: sat(500n), heldSat: sat(1600n) };
    const [reserved, signed] = [newWithdrawal(payer, small), newWithdrawal(payer, small)];
    for (const order of [reserved, signed]) await withdrawals.order(order);
    assert.equal(await sign(signed.id), 'signed');
    assert.deepEqual(await comparisons.findLost([reserved.id, signed.id]), [reserved.id]);
    await comparisons.stopAsRewound('the node knows more');
    assert.deepEqual([await stateOf(reserved.id), await stateOf(signed.id)], ['unknown', 'signed']);
    assert.deepEqual(await comparisons.findLost([reserved.id]), [], 'it is said once');
    assert.equal(await fail(reserved.id, 'reserved'), 'conflict');
    assert.equal(await sign(reserved.id), 'conflict');
    assert.equal(await settle(signed), 'done', 'a block is a proof');
    await comparisons.saveComparison({ paymentIndex: 50n, differences: [] });
    assert.equal(await comparisons.release(false), 'released');
    assert.equal(await stateOf(reserved.id), 'unknown', 'a person ends it, or its transaction');
    assert.equal(await fail(reserved.id, 'unknown', { fence: null }), 'done');
    await checkBooks();
  });

  test('what waits for approval has expired, as it may have been approved since', async () => {
    const { comparisons, database, payer, world, checkBooks } = await live();
    const approvals = createApprovalStore(database);
    const event = reserveEvent(payer);
    const asked = approvalOf(event.order);
    await approvals.ask(asked);
    await comparisons.stopAsRewound('the node knows more');
    assert.equal((await approvals.find(asked.id))?.state, 'expired');
    const given = { approvalId: asked.id, at: NOW, device: 'a phone', raisesAskAbove: false };
    const [outcome] = await world.store.reserve([{ ...event, approval: given }]);
    assert.deepEqual(outcome, { kind: 'refused', refusal: { kind: 'approval_over' } });
    assert.equal(await world.findPayment(event.order.id), null);
    await checkBooks();
  });

  test('who led on a later state than this one writes nothing more', async () => {
    const { database, comparisons, payer, checkBooks } = await live();
    const { withdrawals, fail } = withdrawalSteps(database);
    const order = newWithdrawal(payer, { amountSat: sat(1000n), heldSat: sat(1100n) });
    await withdrawals.order(order);
    const lease = await createProcessStore(database).acquireLease('watch-chain', OWNER, 60_000);
    assert.equal(lease?.fence, 1n);
    await comparisons.stopAsRewound('why not');
    assert.equal(await fail(order.id, 'unknown', { fence: 1000n }), 'fenced');
    const next = await createProcessStore(database).acquireLease('watch-chain', 'b', 60_000);
    assert.equal(await fail(order.id, 'unknown', { fence: next?.fence ?? 0n }), 'done');
    await checkBooks();
  });

  test('a process that lives on is one again with its next heartbeat', async () => {
    const bench = await live();
    const processes = createProcessStore(bench.database);
    await bench.comparisons.stopAsRewound('why not');
    const owned = { newOwnerProcessId: OWNER, deadSince: new Date(0), limit: 10 };
    await bench.payments.adoptOrphans(owned);
    await processes.heartbeat(OWNER, 'all');
    assert.deepEqual(await bench.payments.adoptOrphans({ ...owned, newOwnerProcessId: 'b' }), []);
    await bench.checkBooks();
  });

  test('the second change under a stop that stands is one more change', async () => {
    const bench = await live();
    await promote(bench);
    await bench.comparisons.recogniseDatabase();
    await bench.comparisons.saveComparison({ paymentIndex: 50n, differences: [] });
    await bench.comparisons.recogniseDatabase();
    assert.notEqual((await bench.comparisons.readDue())?.comparedAt, null, 'the same is no change');
    await bench.database.sql`update outside_stop set timeline = timeline + 1`;
    await bench.comparisons.recogniseDatabase();
    assert.equal((await bench.comparisons.readDue())?.comparedAt, null);
    assert.equal(await bench.comparisons.release(false), 'not_compared');
    await bench.checkBooks();
  });
});

test('M90 a row that is, or was, only reserved does not stand for a payment of the node', async () => {
  const bench = await live();
  const asked = [bench.reserved, bench.begun].map(({ paymentHash }, place) => ({
    paymentHash,
    paymentIndex: BigInt(42 + place),
    state: 'succeeded' as const,
    amountMsat: msat(1n),
    feeMsat: msat(0n),
    createdAt: new Date(),
  }));
  const recordedStates = async () => [...(await bench.comparisons.recordedStateOf(asked)).values()];
  assert.deepEqual(await recordedStates(), ['reserved', 'known']);
  assert.deepEqual(await bench.comparisons.findLost([bench.reserved.id, bench.begun.id]), [
    bench.reserved.id,
  ]);
  await bench.comparisons.stopAsRewound('the node knows more');
  assert.deepEqual(await recordedStates(), ['was_reserved', 'known']);
  await bench.comparisons.saveComparison({ paymentIndex: 43n, differences: [] });
  assert.equal(await bench.comparisons.release(true), 'differs', 'it was said that something is');
  assert.equal(await bench.comparisons.release(false), 'released');
  assert.equal(await bench.begin(bench.reserved.id), 'stopped', 'until the next look');
  await bench.checkBooks();
});

test('a payment that was given back while the node holds it stands for that one of the node', async () => {
  const bench = await live();
  const { id, paymentHash } = bench.begun;
  await bench.payments.markAcknowledged({ paymentId: id, paymentIndex: 42n });
  await createStuckStore(bench.database).markStuck(id, { seenAt: new Date(), awaySec: 1n });
  const { end, ...event } = failedEnd(id, 'dispatched');
  assert(end.kind === 'failed');
  await bench.world.store.resolve([{ ...event, end: { ...end, failure: STUCK } }]);
  const recorded = async (paymentIndex: bigint) => {
    const amounts = { amountMsat: msat(1n), feeMsat: msat(0n), createdAt: new Date() };
    const asked = { paymentHash, paymentIndex, state: 'in_flight' as const, ...amounts };
    return (await bench.comparisons.recordedStateOf([asked])).get(paymentHash);
  };
  assert.equal(await recorded(42n), 'known');
  assert.equal(await recorded(43n), 'unknown', 'one that was sent later is another');
  await bench.checkBooks();
});
