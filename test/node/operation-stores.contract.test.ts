import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import { msat, sat } from '../../src/base/amount.ts';
import type { Database } from '../../src/database/db.ts';
import { pruneKeys } from '../../src/ledger/prune-keys.ts';
import { createIdempotencyStore } from '../../src/ledger/sql/idempotency-store.ts';
import { WATCHER_LEASE } from '../../src/node/node-store.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { createSolvencyStore } from '../../src/node/sql/solvency-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { testDatabase } from '../support/database.ts';
import { newBatch } from '../support/money-model/batches.ts';
import {
  addInvoice,
  addUser,
  claim,
  creditUnclaimed,
  failedEnd,
  later,
  NODE_PUBKEY,
  NOW,
  OWNER,
  reserveEvent,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { withdrawalSteps } from '../support/onchain/withdrawal-bench.ts';
import { newWithdrawal } from '../support/onchain/withdrawal-events.ts';

const cleanups: (() => Promise<void>)[] = [];
let database: Database;
let world: MoneyWorld;
before(async () => {
  ({ database } = await testDatabase({ after: (fn) => cleanups.push(fn) }));
  world = createPostgresWorld(database);
  await world.setBaseline(NODE_PUBKEY, 0n);
});
after(async () => {
  assert.deepEqual(await world.findings(), []);
  for (const cleanup of cleanups) await cleanup();
});

describe('node store', () => {
  test('a database belongs to the first node that it met', async () => {
    const nodes = createNodeStore(database);
    const first = { network: 'regtest', pubkey: '02aa' };
    assert.deepEqual(await nodes.bindNode('regtest', '02aa'), first);
    assert.deepEqual(await nodes.bindNode('mainnet', '03bb'), first);
  });

  test('the baseline is set once, and the cursor begins there', async () => {
    const nodes = createNodeStore(database);
    const pubkey = randomUUID();
    assert.deepEqual(await nodes.readCursor(pubkey), { settleIndex: 0n, baseline: null });
    assert.equal(await nodes.setBaseline(pubkey, 7n, 1n), true);
    assert.equal(await nodes.setBaseline(pubkey, 9n, 1n), false);
    assert.deepEqual(await nodes.readCursor(pubkey), { settleIndex: 7n, baseline: 7n });
  });

  test('a cursor goes forward only', async () => {
    const nodes = createNodeStore(database);
    const pubkey = randomUUID();
    assert.equal(await nodes.advanceCursor(pubkey, 5n, 1n), true);
    assert.equal(await nodes.advanceCursor(pubkey, 3n, 1n), true);
    assert.deepEqual(await nodes.readCursor(pubkey), { settleIndex: 5n, baseline: null });
    assert.equal(await nodes.setBaseline(pubkey, 4n, 1n), true);
    assert.deepEqual(await nodes.readCursor(pubkey), { settleIndex: 5n, baseline: 4n });
  });

  test('remembers up to which invoice none has to be listed', async () => {
    const nodes = createNodeStore(database);
    const pubkey = randomUUID();
    const place = (addIndex: bigint) => ({ addIndex, paymentHash: 'ab'.repeat(32) });
    assert.equal(await nodes.readPassedInvoice(pubkey), null);
    assert.equal(await nodes.setPassedInvoice(pubkey, place(3n), 1n), false, 'never met');
    await nodes.setBaseline(pubkey, 7n, 1n);
    assert.equal(await nodes.readPassedInvoice(pubkey), null);
    assert.equal(await nodes.setPassedInvoice(pubkey, place(5n), 1n), true);
    assert.deepEqual(await nodes.readPassedInvoice(pubkey), place(5n));
    assert.equal(
      await nodes.setPassedInvoice(pubkey, place(2n), 1n),
      true,
      'it counts again from 1',
    );
    assert.deepEqual(await nodes.readPassedInvoice(pubkey), place(2n));
    assert.deepEqual(await nodes.readCursor(pubkey), { settleIndex: 7n, baseline: 7n });
  });

  test('remembers up to which settlement receipts were checked', async () => {
    const nodes = createNodeStore(database);
    const pubkey = randomUUID();
    const place = (settleIndex: bigint) => ({ settleIndex, paymentHash: 'ab'.repeat(32) });
    assert.equal(await nodes.readCheckedSettlement(pubkey), null);
    assert.equal(await nodes.setCheckedSettlement(pubkey, place(3n), 1n), false, 'never met');
    await nodes.setBaseline(pubkey, 7n, 1n);
    assert.equal(await nodes.readCheckedSettlement(pubkey), null);
    assert.equal(await nodes.setCheckedSettlement(pubkey, place(5n), 1n), true);
    assert.deepEqual(await nodes.readCheckedSettlement(pubkey), place(5n));
    assert.equal(await nodes.setCheckedSettlement(pubkey, place(6n), -1n), false, 'fenced');
    assert.equal(await nodes.setCheckedSettlement(pubkey, place(6n), 1n), true);
    assert.deepEqual(await nodes.readCheckedSettlement(pubkey), place(6n));
    assert.equal(await nodes.readPassedInvoice(pubkey), null);
    assert.deepEqual(await nodes.readCursor(pubkey), { settleIndex: 7n, baseline: 7n });
  });

  test('knows what was credited, set by set', async () => {
    const nodes = createNodeStore(database);
    const event = creditUnclaimed({ setId: 'ab' });
    await world.store.credit([event]);
    const { paymentHash } = event.receipt;
    assert.equal(await nodes.hasReceipt(NODE_PUBKEY, paymentHash, 'ab'), true);
    assert.equal(await nodes.hasReceipt(NODE_PUBKEY, paymentHash, null), false);
    assert.equal(await nodes.hasReceipt('03', paymentHash, 'ab'), false);
  });

  test('lists what settled before a moment, newest first, without AMP', async () => {
    const nodes = createNodeStore(database);
    const credited = async (settledAt: Date, id: string, setId: string | null = null) => {
      const event = creditUnclaimed({ setId, amountMsat: msat(1500n) });
      const receipt = { ...event.receipt, id, settledAt };
      await world.store.credit([{ ...event, receipt }]);
      return { paymentHash: receipt.paymentHash, amountMsat: 1500n };
    };
    // Ids of version 7, of a time to come: these are the newest in the table.
    const id = (place: number) => `ffffffff-0000-7000-8000-00000000000${place}`;
    const [first, late] = [await credited(later(10), id(1)), await credited(later(99), id(2))];
    await credited(later(10), id(3), 'ab'.repeat(32));
    const last = await credited(later(20), id(4));
    assert.deepEqual((await nodes.newestReceipts(NODE_PUBKEY, later(99))).slice(0, 2), [
      last,
      first,
    ]);
    assert.deepEqual((await nodes.newestReceipts(NODE_PUBKEY, later(100)))[1], late);
    assert.deepEqual(await nodes.newestReceipts('03', later(100)), []);
  });

  test('no one writes with an old fence', async () => {
    const nodes = createNodeStore(database);
    const processes = createProcessStore(database);
    const pubkey = randomUUID();
    const first = await processes.acquireLease(WATCHER_LEASE, 'first', 60_000);
    await processes.releaseLease(WATCHER_LEASE, 'first');
    const second = await processes.acquireLease(WATCHER_LEASE, 'second', 60_000);
    assert.ok(first !== null && second !== null && second.fence > first.fence);
    assert.equal(await nodes.setBaseline(pubkey, 7n, first.fence), false);
    assert.equal(await nodes.advanceCursor(pubkey, 7n, first.fence), false);
    assert.deepEqual(await nodes.readCursor(pubkey), { settleIndex: 0n, baseline: null });
    assert.equal(await nodes.setBaseline(pubkey, 7n, second.fence), true);
  });
});

describe('process store', () => {
  test('remembers heartbeats by the clock of the database', async () => {
    const processes = createProcessStore(database);
    const before_ = await processes.databaseNow();
    assert.equal(await processes.lastHeartbeat('p'), null);
    await processes.heartbeat('p', 'api');
    await processes.heartbeat('p', 'api');
    const beat = await processes.lastHeartbeat('p');
    assert.ok(beat !== null && beat >= before_ && beat <= (await processes.databaseNow()));
    await processes.leave('p');
    assert.equal(await processes.lastHeartbeat('p'), null);
  });

  test('a lease has one holder, and a greater fence for each new one', async () => {
    const processes = createProcessStore(database);
    const acquire = (who: string, ttlMs = 60_000) => processes.acquireLease('job', who, ttlMs);
    assert.deepEqual(await acquire('a'), { fence: 1n });
    assert.deepEqual(await acquire('a'), { fence: 1n });
    assert.equal(await acquire('b'), null);
    await processes.releaseLease('job', 'b');
    assert.equal(await acquire('b'), null);
    await processes.releaseLease('job', 'a');
    assert.deepEqual(await acquire('b', -1), { fence: 2n });
    assert.deepEqual(await acquire('a'), { fence: 3n });
  });

  test('of many who want a lease one gets it', async () => {
    const processes = createProcessStore(database);
    const names = Array.from({ length: 8 }, (_, index) => `process ${index}`);
    const leases = await Promise.all(
      names.map((name) => processes.acquireLease('wanted', name, 60_000)),
    );
    assert.deepEqual(
      leases.filter((lease) => lease !== null),
      [{ fence: 1n }],
    );
  });
});

test('alarms of one kind and subject are one alarm with a count', async () => {
  const alarms = createAlarmStore(database);
  const alarm = { kind: 'credit_parked', subject: 'hash', detail: 'first' } as const;
  await alarms.raiseAlarm(alarm);
  await alarms.raiseAlarm({ ...alarm, detail: 'second' });
  await alarms.raiseAlarm({ ...alarm, subject: 'other hash' });
  const listed = await alarms.listAlarms(10);
  assert.equal(listed.length, 2);
  const raised = listed.find(({ subject }) => subject === 'hash');
  assert.equal(raised?.count, 2);
  assert.equal(raised?.detail, 'second');
  assert.ok(raised !== undefined && raised.lastAt >= raised.firstAt);
  assert.equal((await alarms.listAlarms(1)).length, 1);
  assert.equal(await alarms.wasRaised('credit_parked', 'hash'), true);
  assert.equal(await alarms.wasRaised('credit_parked', 'no hash'), false);
  assert.equal(await alarms.wasRaised('job_parked', 'hash'), false);
});

test('obligations are wallets, unclaimed money, and held money that the node has not sent', async () => {
  const solvency = createSolvencyStore(database);
  const before_ = await solvency.readObligations();
  const user = await addUser(world, 1000);
  const events = Array.from({ length: 4 }, () => reserveEvent(user));
  await world.store.reserve(events);
  const [, unknown, sent, known] = events.map(({ order }) => order.id);
  assert(unknown !== undefined && sent !== undefined && known !== undefined);
  for (const id of [unknown, sent, known]) await world.beginDispatch(id, OWNER);
  const payments = createPaymentStore(database);
  await payments.markUnknown(unknown, NOW);
  await payments.markAcknowledged({ paymentId: known, paymentIndex: 3n });
  await world.store.credit([creditUnclaimed({ amountMsat: msat(1500n) })]);
  const { walletsMsat, heldNotInFlightMsat, unclaimedMsat } = await solvency.readObligations();
  assert.equal(walletsMsat - before_.walletsMsat, 560_000n);
  // The money of the reserved payment, and of the one whose end is unknown, is held and not in
  // flight.
  assert.equal(heldNotInFlightMsat - before_.heldNotInFlightMsat, 220_000n);
  assert.equal(unclaimedMsat - before_.unclaimedMsat, 1500n);
});

describe('idempotency store', () => {
  test('prunes keys whose invoices, payments and batches are long over', async () => {
    const keys = createIdempotencyStore(database);
    const processes = createProcessStore(database);
    const user = await addUser(world, 10_000);
    const inAnHour = new Date((await processes.databaseNow()).getTime() + 3_600_000);
    await addInvoice(world, user, { claim: claim('invoice') });
    const [ended, open] = ['ended', 'open'].map((key) => reserveEvent(user, { claim: claim(key) }));
    assert.ok(ended !== undefined && open !== undefined);
    await world.store.reserve([ended, open]);
    await world.store.resolve([failedEnd(ended.order.id, 'reserved')]);
    const batch = newBatch(user, 1);
    await world.addBatch(batch, claim('batch'));

    const prune = (endedBefore: Date, limit: number) =>
      keys.pruneKeys({ calledSince: null, endedBefore, withKeysends: true }, limit);
    assert.equal(await prune(later(-3600), 10), 0);
    assert.equal(await prune(inAnHour, 1), 1);
    assert.equal(await prune(inAnHour, 10), 1);
    const again = (key: string) => reserveEvent(user, { claim: claim(key) });
    assert.deepEqual(await world.store.reserve([again('open'), again('ended')]), [
      { kind: 'repeated', target: { kind: 'payment', id: open.order.id } },
      { kind: 'reserved' },
    ]);
    await world.cancelPendingItems(batch.id);
    assert.equal(await prune(inAnHour, 10), 1);
  });

  test('keeps keys for a day, those of keysends for 30', async () => {
    const idempotency = createIdempotencyStore(database);
    const user = await addUser(world, 10_000);
    const calledMs = (await createProcessStore(database).databaseNow()).getTime();
    const pruneAfter = (hours: number) => {
      const now = () => new Date(calledMs + hours * 3_600_000);
      const clock = { now, monotonicMs: () => 0, sleep: async () => undefined };
      return pruneKeys({ idempotency, clock }, new AbortController().signal);
    };
    const invoice = reserveEvent(user, { claim: claim('invoice') });
    const order = { ...invoice.order, kind: 'bolt11' as const, bolt11: 'lnbcrt1' };
    const keysend = reserveEvent(user, { claim: claim('keysend') });
    await world.store.reserve([{ ...invoice, order }, keysend]);
    const ends = [invoice, keysend].map((event) => failedEnd(event.order.id, 'reserved'));
    await world.store.resolve(ends);
    const batch = newBatch(user, 1);
    await world.addBatch(batch, claim('several keysends'));
    await world.cancelPendingItems(batch.id);
    const { withdrawals, fail } = withdrawalSteps(database);
    const small = { amountSat: sat(500n), heldSat: sat(1600n) };
    const [ended, open] = [
      newWithdrawal(user, { ...small, idempotency: claim('withdrawal') }),
      newWithdrawal(user, { ...small, idempotency: claim('withdrawal that is open') }),
    ];
    for (const one of [ended, open]) await withdrawals.order(one);
    await fail(ended.id, 'reserved');
    const kept = async (): Promise<readonly string[]> => {
      const rows = await database.query(
        (sql) => sql<{ key: string }[]>`
          select key from idempotency_key where user_id = ${user} order by key`,
      );
      return rows.map(({ key }) => key);
    };
    await pruneAfter(23.9);
    const addressed = ['withdrawal', 'withdrawal that is open'];
    assert.deepEqual(await kept(), ['invoice', 'keysend', 'several keysends', ...addressed]);
    await pruneAfter(24.5);
    assert.deepEqual(await kept(), ['keysend', 'several keysends', ...addressed]);
    await pruneAfter(29.9 * 24);
    const repeat = reserveEvent(user, { claim: claim('keysend') });
    assert.deepEqual(await world.store.reserve([repeat]), [
      { kind: 'repeated', target: { kind: 'payment', id: keysend.order.id } },
    ]);
    await pruneAfter(30.1 * 24);
    assert.deepEqual(await kept(), ['withdrawal that is open']);
  });
});
