import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ProcessStore } from '../../src/background/process-store.ts';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import { msat } from '../../src/base/amount.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import type { PaymentStore } from '../../src/payments/payment-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { newBatch } from '../support/money-model/batches.ts';
import {
  addUser,
  claim,
  failedEnd,
  later,
  NODE_PUBKEY,
  OWNER,
  type ReserveOptions,
  reserveEvent,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

const BALANCED = {
  place: '',
  transfersCount: 1n,
  liabilitiesMsat: msat(0n),
  nodeMsat: msat(0n),
  findings: [],
};

describe('payment store', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  let payments: PaymentStore;
  let processes: ProcessStore;
  let world: MoneyWorld;
  let user: string;

  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    payments = createPaymentStore(opened.database);
    processes = createProcessStore(opened.database);
    world = createPostgresWorld(opened.database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    user = await addUser(world, 1_000_000);
  });
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    for (const cleanup of cleanups) await cleanup();
  });

  const reserve = async (options: ReserveOptions = {}): Promise<Payment> => {
    const event = reserveEvent(user, options);
    assert.deepEqual(await world.store.reserve([event]), [{ kind: 'reserved' }]);
    return await find(event.order.id);
  };
  const find = async (id: string): Promise<Payment> => {
    const payment = await payments.findPayment(id);
    assert.ok(payment !== null);
    return payment;
  };
  const marks = async (id: string) => {
    const { state, dispatch } = await find(id);
    return { state, ...dispatch };
  };

  const dispatchOf = (paymentId: string, ownerProcessId: string, indexBefore: bigint) => ({
    paymentId,
    ownerProcessId,
    indexBefore,
  });

  test('the texts of old failed payments are forgotten, and of no others', async () => {
    const [failed, young, open] = [await reserve(), await reserve(), await reserve()];
    await world.store.resolve([
      { ...failedEnd(failed.id, 'reserved'), at: later(60) },
      { ...failedEnd(young.id, 'reserved'), at: later(120) },
    ]);
    const [was, wasYoung] = [await find(failed.id), await find(young.id)];
    assert.equal(await payments.forgetFailed(later(90), 10), 1);
    assert.deepEqual(await find(failed.id), { ...was, bolt11: '', memo: null, records: new Map() });
    assert.deepEqual(await find(young.id), wasYoung);
    assert.deepEqual(await find(open.id), open);
    assert.equal(await payments.forgetFailed(later(90), 10), 0, 'each once');
    assert.equal(await payments.forgetFailed(later(180), 1), 1);
    await world.store.resolve([failedEnd(open.id, 'reserved')]);
  });

  test('gives back the order as it was written', async () => {
    const batch = newBatch(user, 1);
    await world.addBatch(batch);
    const event = reserveEvent(user, { batch: { batchId: batch.id, index: 0 } });
    const order = {
      ...event.order,
      memo: 'ä "',
      descriptionHash: 'cd'.repeat(32),
      bolt11: 'lnbc1',
    };
    await world.store.reserve([{ ...event, order }]);
    const payment = await find(order.id);
    const none = { senderProcessId: null, indexBefore: null, acknowledgedIndex: null };
    assert.deepEqual(payment, {
      ...order,
      path: 'node',
      state: 'reserved',
      heldSat: 110n,
      feeMsat: null,
      failure: null,
      endedAt: null,
      dispatch: { ...none, ownerProcessId: OWNER, requestEndedAt: null, firstNotFoundAt: null },
    });
    assert.deepEqual(await payments.findPayments([order.id, randomUUID()]), [payment]);
    assert.equal(await payments.findPayment('no uuid'), null);
  });

  test('dispatch begins once, and only by the owner', async () => {
    const { id } = await reserve();
    assert.equal(await payments.beginDispatch(dispatchOf(id, 'somebody else', 7n)), 'not_ours');
    assert.equal(await payments.beginDispatch(dispatchOf(id, OWNER, 7n)), 'begun');
    assert.equal(await payments.beginDispatch(dispatchOf(id, OWNER, 8n)), 'not_ours');
    const { state, senderProcessId, indexBefore } = await marks(id);
    assert.deepEqual([state, senderProcessId, indexBefore], ['dispatching', OWNER, 7n]);
  });

  test('nothing begins to be sent while a stop is stored', async () => {
    const [before, late] = [await reserve(), await reserve()];
    assert.equal(await payments.beginDispatch(dispatchOf(before.id, OWNER, 7n)), 'begun');
    const stops = createPaymentStopStore(opened.database);
    const finding = { rule: 'none', subject: 'a test', detail: 'made up' };
    await stops.noteBooks({ ...BALANCED, findings: [finding] });
    const together = [before.id, late.id].map((id) =>
      payments.beginDispatch(dispatchOf(id, OWNER, 8n)),
    );
    assert.deepEqual(await Promise.all(together), ['stopped', 'stopped']);
    const states = [(await marks(before.id)).state, (await marks(late.id)).state];
    assert.deepEqual(states, ['dispatching', 'reserved']);
    await stops.noteBooks(BALANCED);
    assert.equal(await payments.beginDispatch(dispatchOf(late.id, OWNER, 8n)), 'begun');
  });

  test('dispatches that go together are decided one by one', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, () => reserve()));
    const owners = [OWNER, OWNER, 'somebody else', OWNER, 'somebody else'];
    const begun = await Promise.all(
      open.map(({ id }, place) =>
        payments.beginDispatch(dispatchOf(id, owners[place] ?? '', BigInt(place))),
      ),
    );
    assert.deepEqual(begun, ['begun', 'begun', 'not_ours', 'begun', 'not_ours']);
    const indexes = open.map(async ({ id }) => (await marks(id)).indexBefore);
    assert.deepEqual(await Promise.all(indexes), [0n, 1n, null, 3n, null]);
    await Promise.all(
      open.map(({ id }, place) =>
        payments.markAcknowledged({ paymentId: id, paymentIndex: BigInt(place + 10) }),
      ),
    );
    const acknowledged = open.map(async ({ id }) => (await marks(id)).acknowledgedIndex);
    assert.deepEqual(await Promise.all(acknowledged), [10n, 11n, null, 13n, null]);
  });

  test('marks what is known of the hand-over', async () => {
    const { id } = await reserve();
    await payments.beginDispatch(dispatchOf(id, OWNER, 7n));
    assert.deepEqual(await payments.markNotFound(id, later(1)), later(1));
    assert.deepEqual(await payments.markNotFound(id, later(2)), later(1));
    await payments.clearNotFound(id);
    assert.equal((await marks(id)).firstNotFoundAt, null);

    await payments.markUnknown(id, later(3));
    await payments.markUnknown(id, later(4));
    const unknown = await marks(id);
    assert.equal(unknown.state, 'unknown');
    assert.equal(unknown.ownerProcessId, null);
    assert.equal(unknown.senderProcessId, OWNER);
    assert.deepEqual(unknown.requestEndedAt, later(3));

    await payments.markNotFound(id, later(5));
    await payments.markAcknowledged({ paymentId: id, paymentIndex: 9n });
    const acknowledged = await marks(id);
    assert.equal(acknowledged.state, 'in_flight');
    assert.equal(acknowledged.acknowledgedIndex, 9n);
    assert.equal(acknowledged.firstNotFoundAt, null);
  });

  test('a mark that comes after the end changes nothing', async () => {
    const { id } = await reserve();
    await payments.beginDispatch(dispatchOf(id, OWNER, 7n));
    await world.store.resolve([failedEnd(id)]);
    const before_ = await find(id);
    await payments.markAcknowledged({ paymentId: id, paymentIndex: 9n });
    await payments.markUnknown(id, later(3));
    assert.deepEqual(await find(id), before_);
  });

  test('no one marks what was not sent', async () => {
    const { id } = await reserve();
    await payments.markAcknowledged({ paymentId: id, paymentIndex: 9n });
    await payments.markUnknown(id, later(3));
    assert.equal((await marks(id)).state, 'reserved');
  });

  test('adopts what has no living owner, and leaves the rest alone', async () => {
    await payments.adoptOrphans({ newOwnerProcessId: 'old', deadSince: later(0), limit: 100 });
    await processes.heartbeat('living', 'api');
    await processes.heartbeat('left', 'api');
    await processes.leave('left');
    const event = (owner: string) => ({ ...reserveEvent(user), ownerProcessId: owner });
    const [mine, left, never] = [event('living'), event('left'), event('never seen')];
    await world.store.reserve([mine, left, never]);
    await processes.heartbeat('old', 'worker');
    await processes.heartbeat('recovery', 'worker');

    const now = await processes.databaseNow();
    const anHourAgo = new Date(now.getTime() - 3_600_000);
    const query = { newOwnerProcessId: 'recovery', deadSince: anHourAgo };
    const one = await payments.adoptOrphans({ ...query, limit: 1 });
    const others = await payments.adoptOrphans({ ...query, limit: 10 });
    const ids = [...one, ...others].map((payment) => payment.id);
    assert.deepEqual(ids.sort(), [left.order.id, never.order.id].sort());
    assert.equal(others[0]?.dispatch.ownerProcessId, 'recovery');
    assert.equal((await find(mine.order.id)).dispatch.ownerProcessId, 'living');
    // The living owner's last heartbeat is older than that now, as are all others.
    const inAnHour = new Date(now.getTime() + 3_600_000);
    const all = await payments.adoptOrphans({ ...query, deadSince: inAnHour, limit: 100 });
    assert.ok(all.some((payment) => payment.id === mine.order.id));
  });

  test('lists open payments and none that ended', async () => {
    const [open, ended] = [await reserve(), await reserve()];
    await world.store.resolve([failedEnd(ended.id, 'reserved')]);
    const ids = (await payments.listOpenPayments()).map((payment) => payment.id);
    assert.ok(ids.includes(open.id));
    assert.ok(!ids.includes(ended.id));
  });

  test('lists what a process has begun to send, until it says that it is done', async () => {
    const [reserved, begun, done] = [await reserve(), await reserve(), await reserve()];
    for (const { id } of [begun, done]) await payments.beginDispatch(dispatchOf(id, OWNER, 7n));
    await payments.markUnknown(done.id, new Date());
    const ids = await payments.listSentBy(OWNER);
    assert.ok(ids.includes(begun.id));
    assert.ok(!ids.includes(done.id) && !ids.includes(reserved.id));
    assert.deepEqual(await payments.listSentBy('another'), []);
    await world.store.resolve([failedEnd(begun.id)]);
    assert.ok(!(await payments.listSentBy(OWNER)).includes(begun.id));
  });

  test('a key can join a payment', async () => {
    const { id } = await reserve();
    const key = claim(randomUUID());
    const join = (paymentId: string, joining = key) =>
      payments.joinPayment(user, 'grant', joining, paymentId);
    assert.deepEqual(await join(id), { kind: 'joined' });
    const repeated = { kind: 'repeated', target: { kind: 'payment', id } };
    assert.deepEqual(await join(randomUUID()), repeated);
    const changed = claim(key.key, 'another request');
    assert.deepEqual(await join(id, changed), { kind: 'idempotency_mismatch' });
  });
});
