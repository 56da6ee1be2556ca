import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { createStuckStore } from '../../src/payments/sql/stuck-store.ts';
import type { StuckStore } from '../../src/payments/stuck-store.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import {
  addUser,
  failedEnd,
  later,
  NODE_PUBKEY,
  OWNER,
  reserveEvent,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

describe('stuck store', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  let stuck: StuckStore;
  let world: MoneyWorld;
  let user: string;

  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    stuck = createStuckStore(opened.database);
    world = createPostgresWorld(opened.database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    user = await addUser(world, 1_000_000);
  });
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    for (const cleanup of cleanups) await cleanup();
  });

  const addPayment = async (): Promise<string> => {
    const event = reserveEvent(user);
    assert.deepEqual(await world.store.reserve([event]), [{ kind: 'reserved' }]);
    const { id } = event.order;
    const payments = createPaymentStore(opened.database);
    const dispatch = { paymentId: id, ownerProcessId: OWNER, indexBefore: 7n };
    assert.equal(await payments.beginDispatch(dispatch), 'begun');
    return id;
  };
  const fail = async (id: string): Promise<void> => {
    const [outcome] = await world.store.resolve([failedEnd(id)]);
    assert.equal(outcome?.kind, 'resolved');
  };
  const mark = (minutes: number, awaySec: bigint) => ({ seenAt: later(minutes), awaySec });
  const endedIds = async () => (await stuck.listEndedStuck()).map(({ id }) => id);

  test('the first look stays until it is replaced or forgotten', async () => {
    const id = await addPayment();
    assert.deepEqual(await stuck.markStuck(id, mark(1, 5n)), mark(1, 5n));
    assert.deepEqual(await stuck.markStuck(id, mark(2, 6n)), mark(1, 5n));
    await stuck.markAnew(id, mark(3, 0n));
    assert.deepEqual(await stuck.markStuck(id, mark(4, 9n)), mark(3, 0n));
    await stuck.markAnew(id, mark(2, 1n));
    assert.deepEqual(await stuck.markStuck(id, mark(4, 9n)), mark(3, 0n), 'never back');
    await stuck.forgetStuck([id, await addPayment()]);
    assert.deepEqual(await stuck.markStuck(id, mark(5, 2n)), mark(5, 2n));
  });

  test('looks that come together have one first', async () => {
    const id = await addPayment();
    const marks = await Promise.all(
      Array.from({ length: 8 }, (_, index) => stuck.markStuck(id, mark(index, 0n))),
    );
    assert.equal(new Set(marks.map(({ seenAt }) => seenAt.getTime())).size, 1);
  });

  test('the operator is told once', async () => {
    const id = await addPayment();
    assert.equal(await stuck.wasTold(id), false);
    await stuck.markStuck(id, mark(1, 0n));
    assert.equal(await stuck.wasTold(id), false);
    await stuck.markTold(id);
    await stuck.markTold(id);
    assert.equal(await stuck.wasTold(id), true);
  });

  test('what has ended is listed until it is closed, and is not forgotten', async () => {
    const [open, ended] = [await addPayment(), await addPayment()];
    for (const id of [open, ended]) await stuck.markStuck(id, mark(1, 0n));
    assert.deepEqual(await endedIds(), []);
    await fail(ended);
    await stuck.forgetStuck([ended]);
    assert.deepEqual(await endedIds(), [ended]);
    await stuck.closeStuck(ended);
    assert.deepEqual(await endedIds(), []);
  });
});
