import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { checkServer } from '../../src/adapters/postgres/check-server.ts';
import { migrate } from '../../src/adapters/postgres/migrate.ts';
import { type Cleanup, testDatabase } from '../support/database.ts';

/** An empty database and an empty folder for migrations. */
async function freshGround(t: Cleanup) {
  const { ownerUrl, serviceUrl, superuserUrl } = await testDatabase(t);
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  await sql`drop owned by satchel_owner`;
  const directory = await mkdtemp(join(tmpdir(), 'satchel-migrate-'));
  t.after(async () => {
    await sql.end();
    await rm(directory, { recursive: true });
  });
  return {
    ...{ sql, ownerUrl, serviceUrl, superuserUrl },
    write: (name: string, text: string) => writeFile(join(directory, name), text),
    remove: (name: string) => rm(join(directory, name)),
    run: (url = ownerUrl) => migrate({ url, directory, serviceRole: 'satchel' }),
  };
}

const FIRST = '0001-first.sql';
const SECOND = '0002-second.sql';

test('files are applied once, in order', async (t) => {
  const { sql, write, run } = await freshGround(t);
  await write(FIRST, 'create table one (id int)');
  assert.deepEqual(await run(), { applied: [FIRST], version: 1 });
  await write(SECOND, 'alter table one rename to two; create table three (id int);');
  assert.deepEqual(await run(), { applied: [SECOND], version: 2 });
  assert.deepEqual(await run(), { applied: [], version: 2 });
  await sql`select from two, three`;
});

test('processes that start together apply each file once', async (t) => {
  const { write, run } = await freshGround(t);
  await write(FIRST, 'create table one (id int); select pg_sleep(0.1)');
  await write(SECOND, 'create table two (id int)');
  const reports = await Promise.all([run(), run(), run(), run()]);
  assert.deepEqual(
    reports.flatMap((report) => report.applied),
    [FIRST, SECOND],
  );
});

test('a file that fails leaves nothing, and what came before it stays', async (t) => {
  const { sql, write, run } = await freshGround(t);
  await write(FIRST, 'create table one (id int)');
  await write(SECOND, 'create table two (id int); select 1 / 0; create table three (id int)');
  await assert.rejects(run, /0002-second\.sql failed/);
  const tables = await sql`select relname from pg_class where relname in ('one', 'two', 'three')`;
  assert.deepEqual([...tables], [{ relname: 'one' }]);
  await write(SECOND, 'create table two (id int)');
  assert.deepEqual((await run()).applied, [SECOND]);
});

test('a newer schema is refused', async (t) => {
  const { write, remove, run } = await freshGround(t);
  await write(FIRST, 'create table one (id int)');
  await write(SECOND, 'create table two (id int)');
  await run();
  await remove(SECOND);
  await assert.rejects(run, { name: 'SchemaMismatchError', message: /newer Satchel/ });
});

test('a file that was changed after it was applied is refused', async (t) => {
  const { write, run } = await freshGround(t);
  await write(FIRST, 'create table one (id int)');
  await run();
  await write(FIRST, 'create table one (id bigint)');
  await assert.rejects(run, { name: 'SchemaMismatchError', message: /was changed/ });
});

test('a gap in the numbers and a strange name are refused', async (t) => {
  const { write, remove, run } = await freshGround(t);
  await write(SECOND, 'select 1');
  await assert.rejects(run, /breaks the numbering/);
  await remove(SECOND);
  await write('1-first.sql', 'select 1');
  await assert.rejects(run, /NNNN-words/);
});

test("the service's role may look, and gets what a file grants it", async (t) => {
  const { write, run, serviceUrl } = await freshGround(t);
  await write(
    FIRST,
    `create table one (id int);
     do $$ begin
       execute format('grant insert on one to %I', current_setting('satchel.service_role'));
     end $$;`,
  );
  await run();
  assert.deepEqual(await run(serviceUrl), { applied: [], version: 1 });
  const service = postgres(serviceUrl, { max: 1 });
  t.after(() => service.end());
  await service`insert into one values (1)`;
  await assert.rejects(service`select * from one`.execute(), { code: '42501' });
  await assert.rejects(service`create table mine (id int)`.execute(), { code: '42501' });
  await write(SECOND, 'create table two (id int)');
  await assert.rejects(() => run(serviceUrl), /0002-second\.sql failed/);
});

test('a server that may forget is refused', async (t) => {
  const { serviceUrl } = await testDatabase(t);
  const sql = postgres(serviceUrl, {
    ...{ max: 1, types: { bigint: postgres.BigInt } },
    connection: { synchronous_commit: 'on' },
  });
  t.after(() => sql.end());
  await assert.rejects(checkServer(sql, false), /fsync must not be off/);
  await sql`set synchronous_commit = off`;
  await assert.rejects(checkServer(sql, false), /fsync and synchronous_commit must not be off/);
  await checkServer(sql, true);
});
