import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ProcessStore } from '../../src/background/process-store.ts';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import { DAY_SEC } from '../../src/base/durations.ts';
import { newUuid } from '../../src/base/id.ts';
import type { BatchStore, PaymentBatch } from '../../src/payments/batch-store.ts';
import { createBatchStore } from '../../src/payments/sql/batch-store.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { newBatch } from '../support/money-model/batches.ts';
import {
  addUser,
  claim,
  failedEnd,
  later,
  NODE_PUBKEY,
  reserveEvent,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

const FORGOTTEN = { destination: '', memo: null, records: new Map(), recordsText: null };

const idAt = (sec: number): string => newUuid({ now: () => later(sec) }, systemRandom);

describe('batch store', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let batches: BatchStore;
  let processes: ProcessStore;
  let world: MoneyWorld;
  let user: string;

  before(async () => {
    const { database } = await testDatabase({ after: (fn) => cleanups.push(fn) });
    batches = createBatchStore(database);
    processes = createProcessStore(database);
    world = createPostgresWorld(database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    user = await addUser(world, 10_000);
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  const insert = async (fields: Partial<PaymentBatch> = {}): Promise<PaymentBatch> => {
    const batch = { ...newBatch(user, 3), id: idAt(DAY_SEC), ...fields };
    assert.deepEqual(await batches.insertBatch(batch, 'grant', null), { kind: 'inserted' });
    return batch;
  };
  const states = async (id: string) =>
    (await batches.findBatch(id))?.items.map((item) => item.state);

  test('gives back the order as it was written', async () => {
    const plain = newBatch(user, 3);
    const [first, second, third] = plain.items;
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    const refusal = { kind: 'bad_destination' as const, detail: '' };
    const items = [
      { ...first, memo: 'memo', records: new Map([[7629169n, new Uint8Array([0, 255])]]) },
      { ...second, state: 'refused' as const, destination: 'no key', refusal },
      { ...third, recordsText: null },
    ];
    const batch = await insert({ ...plain, items });
    assert.deepEqual(await batches.findBatch(batch.id), batch);
    assert.equal(await batches.findBatch(randomUUID()), null);
    assert.equal(await batches.findBatch('no uuid'), null);
  });

  test('writes one batch for one key', async () => {
    const key = claim('key');
    const [first, second] = [newBatch(user, 2), newBatch(user, 2)];
    assert.deepEqual(await batches.insertBatch(first, 'grant', key), { kind: 'inserted' });
    const repeated = { kind: 'repeated', target: { kind: 'batch', id: first.id } };
    assert.deepEqual(await batches.insertBatch(second, 'grant', key), repeated);
    const changed = claim('key', 'another request');
    const mismatch = { kind: 'idempotency_mismatch' };
    assert.deepEqual(await batches.insertBatch(second, 'grant', changed), mismatch);
    assert.equal(await batches.findBatch(second.id), null);
  });

  test('refuses and cancels pending items, each once', async () => {
    const { id } = await insert();
    const refusal = { kind: 'insufficient_balance' as const, detail: '' };
    await batches.refuseItem(id, 1, refusal);
    await batches.refuseItem(id, 1, { kind: 'bad_input', detail: 'reason' });
    await batches.cancelPendingItems(id);
    await batches.refuseItem(id, 0, refusal);
    assert.deepEqual(await states(id), ['cancelled', 'refused', 'cancelled']);
    assert.deepEqual((await batches.findBatch(id))?.items[1]?.refusal, refusal);
  });

  test('forgets the texts of batches that ended long ago, and of no others', async () => {
    const writtenAt = (sec: number): Promise<PaymentBatch> =>
      insert({ id: idAt(sec), createdAt: later(sec) });
    const [old, open, young] = [await writtenAt(0), await writtenAt(1), await writtenAt(120)];
    const events = [old, open].map(({ id: batchId, items: [item] }) => {
      assert(item !== undefined);
      const event = reserveEvent(user, { batch: { batchId, index: 0 } });
      return { ...event, order: { ...event.order, id: item.paymentId } };
    });
    await world.store.reserve(events);
    for (const { id } of [old, open, young]) {
      await batches.refuseItem(id, 1, { kind: 'bad_destination', detail: '' });
      await batches.cancelPendingItems(id);
    }
    const [first, second] = events;
    assert(first !== undefined && second !== undefined);
    await world.store.resolve([{ ...failedEnd(first.order.id, 'reserved'), at: later(60) }]);
    const was = await batches.findBatch(old.id);
    const others = [await batches.findBatch(open.id), await batches.findBatch(young.id)];
    assert.deepEqual(
      was?.items.map(({ state }) => state),
      ['started', 'refused', 'cancelled'],
    );
    assert.equal(await batches.forgetItems(later(60), 10), 0, 'its payment ended later');
    assert.deepEqual(await batches.findBatch(old.id), was);
    assert.equal(await batches.forgetItems(later(90), 10), 1);
    const items = was?.items.map((item) => ({ ...item, ...FORGOTTEN }));
    assert.deepEqual(await batches.findBatch(old.id), { ...was, items });
    assert.equal(await batches.forgetItems(later(90), 10), 0, 'each once');
    const unchanged = [await batches.findBatch(open.id), await batches.findBatch(young.id)];
    assert.deepEqual(unchanged, others);
    await world.store.resolve([{ ...failedEnd(second.order.id, 'reserved'), at: later(130) }]);
    assert.equal(await batches.forgetItems(later(180), 1), 1);
    assert.equal(await batches.forgetItems(later(180), 1), 1);
    assert.equal(await batches.forgetItems(later(180), 1), 0);
    assert.deepEqual(await world.findings(), []);
  });

  test('lists batches that wait for a process that is gone', async () => {
    const now = await processes.databaseNow();
    const deadSince = new Date(now.getTime() - 60_000);
    await processes.heartbeat('living', 'api');
    const orphans = [await insert({ ownerProcessId: 'gone' }), await insert()];
    const kept = await insert({ ownerProcessId: 'living' });
    const done = await insert({ ownerProcessId: 'gone' });
    await batches.cancelPendingItems(done.id);
    const listed = await batches.listOrphanBatches(deadSince, 100);
    for (const { id } of orphans) assert.ok(listed.includes(id));
    assert.ok(!listed.includes(kept.id));
    assert.ok(!listed.includes(done.id));
    assert.equal((await batches.listOrphanBatches(deadSince, 1)).length, 1);
  });
});
