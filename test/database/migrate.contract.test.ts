import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import postgres from 'postgres';
import { checkServer } from '../../src/database/check-server.ts';
import { connect } from '../../src/database/client.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freshGround, two } from '../support/fresh-ground.ts';

const FIRST = '0001-first.sql';
const SECOND = '0002-second.sql';
const DONE = { functions: [] };

describe('migrations', () => {
  test('files are applied once, in order', async (t) => {
    const { sql, write, run } = await freshGround(t);
    await write(FIRST, 'create table one (id int)');
    assert.deepEqual(await run(), { ...DONE, applied: [FIRST], version: 1 });
    await write(SECOND, 'alter table one rename to two; create table three (id int);');
    assert.deepEqual(await run(), { ...DONE, applied: [SECOND], version: 2 });
    assert.deepEqual(await run(), { ...DONE, applied: [], version: 2 });
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

  test('a file that fails leaves nothing, and those before it neither', async (t) => {
    const { sql, write, run } = await freshGround(t);
    await write(FIRST, 'create table one (id int)');
    await write(SECOND, 'create table two (id int); select 1 / 0; create table three (id int)');
    await assert.rejects(run, /0002-second\.sql failed/);
    assert.deepEqual([...(await sql`select from pg_class where relname in ('one', 'two')`)], []);
    await write(SECOND, 'create table two (id int)');
    assert.deepEqual((await run()).applied, [FIRST, SECOND]);
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

  test('a database from before the first release is refused', async (t) => {
    const { sql, write, run } = await freshGround(t);
    await write(FIRST, 'create table one (id int)');
    await sql`create table schema_migration (version int, name text, checksum text)`;
    await sql`insert into schema_migration values (1, '0001-users-and-tokens.sql', 'other')`;
    const refused = { name: 'SchemaMismatchError', message: /from before release 0\.1/ };
    await assert.rejects(run, refused);
  });

  test('a gap in the numbers and a strange name are refused', async (t) => {
    const { write, remove, run } = await freshGround(t);
    await write(SECOND, 'select 1');
    await assert.rejects(run, /breaks the numbering/);
    await remove(SECOND);
    await write('1-first.sql', 'select 1');
    await assert.rejects(run, /NNNN-words/);
  });

  test('a role without rights is told that, and not that the database is old', async (t) => {
    const { sql, write, run, serviceUrl } = await freshGround(t);
    await write(FIRST, 'create table one (id int)');
    await assert.rejects(run(serviceUrl), /has no tables of Satchel that its role can see/);
    await run();
    await sql`revoke select on schema_migration from satchel`;
    await assert.rejects(run(serviceUrl), /the role has no rights to the tables of Satchel/);
    await sql`grant select on schema_migration to satchel`;
    await write(SECOND, 'create table two (id int)');
    await assert.rejects(run(serviceUrl), /the database is older than this program/);
  });

  test("the service's role may look, and gets what a file grants it", async (t) => {
    const { write, writeFunction, schema, run, serviceUrl } = await freshGround(t);
    await write(FIRST, 'create table one (id int); grant insert on one to :service_role;');
    await writeFunction('two', two(2));
    await run();
    assert.deepEqual(await run(serviceUrl), { ...DONE, applied: [], version: 1 });
    const service = postgres(serviceUrl, { max: 1 });
    t.after(() => service.end());
    await service`insert into one values (1)`;
    await assert.rejects(service`select * from one`.execute(), { code: '42501' });
    await assert.rejects(service`create table mine (id int)`.execute(), { code: '42501' });
    const refused = { name: 'SchemaMismatchError', message: /older .* run "satchel migrate"/ };
    await writeFunction('two', two(3));
    await schema.setRevision(2);
    await assert.rejects(() => run(serviceUrl), refused);
    await writeFunction('two', two(2));
    await write(SECOND, 'create table two (id int)');
    await assert.rejects(() => run(serviceUrl), refused);
  });

  test('an upgrade that meets the locks of others in another order is repeated', async (t) => {
    const { sql, superuserUrl, write, run } = await freshGround(t);
    await write(FIRST, 'create table one (id int); create table two (id int)');
    await run();
    await write(
      SECOND,
      'lock table two; select pg_advisory_xact_lock(1); alter table one add column name text',
    );
    const [other, door] = [postgres(superuserUrl, { max: 1 }), postgres(superuserUrl, { max: 1 })];
    t.after(async () => void (await Promise.all([other.end(), door.end()])));
    // The upgrade looks for a deadlock at once, and so it is the one that is undone.
    await door.unsafe(`
      do $$ begin
        execute format('alter database %I set deadlock_timeout = 1', current_database());
      end $$`);
    await other`set deadlock_timeout = '1min'`;
    await door`select pg_advisory_lock(1)`;
    const upgraded = run();
    await eventually('the upgrade waits at the door', async () =>
      (await countWaiting(sql)) === 1 ? true : null,
    );
    const busy = other.begin(async (tx) => {
      await tx`lock table one in row exclusive mode`;
      await tx`lock table two in row exclusive mode`;
    });
    await eventually('another waits for it', async () =>
      (await countWaiting(sql)) === 2 ? true : null,
    );
    await door`select pg_advisory_unlock(1)`;
    await busy;
    assert.deepEqual((await upgraded).applied, [SECOND]);
  });
});

async function countWaiting(sql: postgres.Sql): Promise<number> {
  const rows = await sql`
    select from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.length;
}

test('a server that may forget is refused', async (t) => {
  const { serviceUrl } = await testDatabase(t);
  const { sql, close } = await connect({
    url: serviceUrl,
    applicationName: 'test',
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    onStatement: null,
  });
  t.after(close);
  const demands = { acceptsUnsafe: false, expectedStandbys: 0 };
  await sql`set synchronous_commit = on`;
  await assert.rejects(checkServer(sql, demands), /: fsync must not be off$/);
  for (const value of ['off', 'local']) {
    await sql.unsafe(`set synchronous_commit = ${value}`);
    await assert.rejects(
      checkServer(sql, demands),
      new RegExp(`fsync must not be off; synchronous_commit must not be ${value}$`),
    );
  }
  await checkServer(sql, { ...demands, acceptsUnsafe: true });
  await assert.rejects(
    checkServer(sql, { acceptsUnsafe: true, expectedStandbys: 1 }),
    /SATCHEL_EXPECT_STANDBYS is 1, .* \(empty\) a commit waits for 0 standbys$/,
  );
});
