import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { createJobListStore, createJobStore } from '../../src/background/sql/job-store.ts';
import { readServerSettings } from '../../src/database/sql/outgrown-settings.ts';
import { createTableSizeStore } from '../../src/database/sql/table-size-store.ts';
import { createBacklogStore } from '../../src/webhooks/sql/backlog-store.ts';
import { testDatabase } from '../support/database.ts';
import { addUser, later } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { walk } from '../support/walk-pages.ts';

/** What admins see of the work of the service, with rows in the database. */

const { database, superuserUrl } = await testDatabase({ after });
const superuser = postgres(superuserUrl, { max: 1 });
after(() => superuser.end());
const payer = await addUser(createPostgresWorld(database, false));

test('jobs: waiting or parked, oldest first, each once, and counted', async () => {
  const [jobs, store] = [createJobStore(database), createJobListStore(database)];
  const before = await jobs.readQueue();
  const job = { kind: 'listed', payload: {}, dedupeKey: null, runAt: null };
  for (let index = 0; index < 5; index += 1) await jobs.enqueueJob(job);
  const [one, two] = await jobs.takeJobs(['listed'], 2, 60_000);
  assert(one !== undefined && two !== undefined);
  await jobs.parkJob(one, 'it failed');
  const list = async (isParked: boolean) =>
    (
      await walk(
        (cursor) =>
          store.listJobs({ isParked, after: cursor === null ? null : BigInt(cursor), limit: 2 }),
        2,
        ({ id }) => String(id),
      )
    ).filter(({ kind }) => kind === 'listed');
  const waiting = await list(false);
  assert.deepEqual(
    waiting.map(({ isRunning }) => isRunning),
    [true, false, false, false],
  );
  assert.deepEqual(
    waiting.map(({ id }) => id),
    waiting.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1)),
  );
  const parked = await list(true);
  assert.deepEqual(
    parked.map(({ id, lastError }) => [id, lastError]),
    [[one.id, 'it failed']],
  );
  const now = await jobs.readQueue();
  assert.deepEqual([now.waiting - before.waiting, now.parked - before.parked], [4, 1]);
});

test('receivers that fail, the longest first; those that are off or work are not among them', async () => {
  const store = createBacklogStore(database);
  assert.deepEqual(await store.listFailing(10), []);
  const add = (id: string, minutes: number | null, isOff = false) => superuser`
    insert into webhook_endpoint (id, user_id, url, description, filter_types, told_after_seq,
      created_at, failing_since, consecutive_failures, state, disabled_reason, disabled_at)
    values (${id}, ${payer}, ${`https://${id}.example/x`}, '', '{invoice.incoming.settled}', 0,
      now(), ${minutes === null ? null : later(minutes)}, 3,
      ${isOff ? 'disabled' : 'active'}, ${isOff ? 'failing' : null}, ${isOff ? later(9) : null})`;
  await add('late', 5);
  await add('early', 1);
  await add('off', 0, true);
  await add('fine', null);
  assert.deepEqual(
    (await store.listFailing(10)).map(({ url, failingSince }) => [url, failingSince]),
    [
      ['https://early.example/x', later(1)],
      ['https://late.example/x', later(5)],
    ],
  );
  assert.equal((await store.listFailing(1)).length, 1);
  const wait = (count: number, seconds: number) => superuser`
    insert into webhook_delivery (endpoint_id, message_id, event_type, body, state, next_at)
    select 'late', gen_random_uuid(), 'invoice.incoming.settled', '{}', 'pending',
      now() + ${seconds} * interval '1 second' from generate_series(1, ${count}::integer)`;
  assert.deepEqual(await store.readBacklog(10), { waiting: 0, oldestDueAt: null });
  await wait(3, 600);
  assert.deepEqual(await store.readBacklog(10), { waiting: 3, oldestDueAt: null });
  await wait(1, -60);
  assert.notEqual((await store.readBacklog(10)).oldestDueAt, null);
  assert.equal((await store.readBacklog(2)).waiting, 2, 'counting stops');
  await superuser`delete from webhook_delivery`;
  await superuser`delete from webhook_endpoint`;
});

test('tables by size, the largest first, and only some of them', async () => {
  const store = createTableSizeStore(database);
  const all = await store.listTableSizes(1000);
  const [row] = await superuser<{ count: number }[]>`
    select count(*)::integer from pg_tables where schemaname = 'public'`;
  assert.equal(all.length, row?.count);
  for (const [index, { bytes }] of all.entries()) {
    assert(bytes <= (all[index - 1]?.bytes ?? bytes));
  }
  assert.deepEqual(await store.listTableSizes(3), all.slice(0, 3));
});

test('settings of the server, in the units in which they are judged', async () => {
  const store = createTableSizeStore(database);
  assert.deepEqual(await store.listOutgrownSettings(), [], 'a small database does with any');
  const [shown] = await superuser<Record<string, string>[]>`
    select pg_size_bytes(current_setting('max_wal_size')) as max_wal_size,
      extract(epoch from current_setting('checkpoint_timeout')::interval)::bigint
        as checkpoint_timeout,
      (current_setting('wal_compression') <> 'off')::integer as wal_compression,
      pg_size_bytes(current_setting('shared_buffers')) as shared_buffers`;
  const settings = await database.query(readServerSettings);
  assert.deepEqual(
    settings.map(({ name, amount }) => [name, amount]),
    Object.entries(shown ?? {}).map(([name, amount]) => [name, BigInt(amount)]),
  );
});
