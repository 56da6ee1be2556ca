import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import postgres from 'postgres';
import { checkServer } from '../../src/adapters/postgres/check-server.ts';
import { migrate } from '../../src/adapters/postgres/migrate.ts';
import { type Cleanup, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { emptySchema } from '../support/schema-copy.ts';

/** An empty database, and a schema without files. */
async function freshGround(t: Cleanup) {
  const { ownerUrl, serviceUrl, superuserUrl } = await testDatabase(t);
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  await sql`drop owned by satchel_owner`;
  const schema = await emptySchema();
  t.after(async () => {
    await sql.end();
    await schema.dispose();
  });
  const { folders } = schema;
  return {
    sql,
    ownerUrl,
    serviceUrl,
    superuserUrl,
    schema,
    write: (name: string, text: string) => schema.write(`migrations/${name}`, text),
    remove: (name: string) => schema.remove(`migrations/${name}`),
    writeFunction: (name: string, text: string) => schema.write(`functions/${name}.sql`, text),
    run: (url = ownerUrl) => migrate({ url, folders, serviceRole: 'satchel' }),
  };
}

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

const two = (answer: number): string => `
  create or replace function two() returns integer language sql as 'select ${answer}';
  revoke execute on function two from public;
  grant execute on function two to :service_role;`;

describe('functions', () => {
  test('are created once, replaced where their text has changed, and dropped', async (t) => {
    const { sql, schema, writeFunction, run } = await freshGround(t);
    // The body of the one needs the other, which comes after it.
    await writeFunction(
      'four',
      "create or replace function four() returns integer language sql as 'select 2 * two()'",
    );
    await writeFunction('two', two(2));
    assert.deepEqual((await run()).functions, ['four', 'two']);
    assert.deepEqual((await run()).functions, []);
    const [before] = await sql`select four(), 'two'::regproc::oid as oid`;
    assert.equal(before?.['four'], 4);
    await writeFunction('two', two(3));
    await schema.setRevision(2);
    assert.deepEqual((await run()).functions, ['two']);
    const [after] = await sql`select four(), 'two'::regproc::oid as oid`;
    assert.deepEqual({ ...after }, { four: 6, oid: before?.['oid'] });
    await schema.remove('functions/four.sql');
    await schema.setRevision(3);
    assert.deepEqual((await run()).functions, ['four']);
    await assert.rejects(sql`select four()`.execute(), { code: '42883' });
  });

  test('come in the transaction of the migrations: both or neither', async (t) => {
    const { sql, write, writeFunction, run } = await freshGround(t);
    await write(FIRST, 'create table one (id int)');
    await writeFunction('bad', 'create or replace function bad() returns nothing');
    await assert.rejects(run, /bad\.sql of the functions failed/);
    assert.deepEqual([...(await sql`select from pg_class where relname = 'one'`)], []);
  });

  test('of a newer program are refused, and others of the same revision', async (t) => {
    const { sql, schema, writeFunction, run } = await freshGround(t);
    await schema.setRevision(7);
    await writeFunction('two', two(2));
    await run();
    await writeFunction('two', two(3));
    const refusal = { name: 'SchemaMismatchError' };
    await assert.rejects(run, { ...refusal, message: /two is another .*npm run generate/ });
    await schema.setRevision(6);
    await assert.rejects(run, { ...refusal, message: /newer Satchel/ });
    assert.equal((await sql`select two()`)[0]?.['two'], 2);
  });

  const signatures: Readonly<Record<string, string>> = {
    'another argument': 'two(number integer default 1) returns integer',
    'another result': 'two() returns text',
  };
  for (const [what, signature] of Object.entries(signatures)) {
    test(`keep their signature: ${what} is refused`, async (t) => {
      const { sql, schema, write, writeFunction, run } = await freshGround(t);
      await writeFunction('two', two(2));
      await run();
      await write(FIRST, 'create table one (id int)');
      await writeFunction(
        'two',
        `create or replace function ${signature} language sql as 'select 2'`,
      );
      await schema.setRevision(2);
      await assert.rejects(run, {
        name: 'SchemaMismatchError',
        message: /two\.sql changes .* give the new function a new name/,
      });
      assert.deepEqual([...(await sql`select from pg_class where relname = 'one'`)], []);
      assert.equal((await sql`select two()`)[0]?.['two'], 2);
    });
  }

  test('a file that makes another function than its name says is refused', async (t) => {
    const { writeFunction, run } = await freshGround(t);
    await writeFunction('three', two(3));
    await assert.rejects(run, /three\.sql does not create one function of this name/);
  });

  test('triggers and grants are those of the text, and no others', async (t) => {
    const { sql, serviceUrl, schema, write, writeFunction, run } = await freshGround(t);
    const refuse = (...triggers: readonly string[]): string => `
      create or replace function refuse() returns trigger language plpgsql as $$
      begin raise exception 'never'; end $$;
      ${triggers.map((trigger) => `create or replace trigger ${trigger}`).join('\n')}`;
    const triggers = async () =>
      (await sql`select tgname, tgrelid::regclass::text as on from pg_trigger order by 1, 2`).map(
        (row) => `${row['tgname']} on ${row['on']}`,
      );
    await write(FIRST, 'create table one (id int); create table two (id int);');
    await writeFunction(
      'refuse',
      refuse(
        'first before delete on one for each row execute function refuse();',
        'second before update on one for each row execute function refuse();',
      ),
    );
    await writeFunction('two', two(2));
    await run();
    assert.deepEqual(await triggers(), ['first on one', 'second on one']);

    await writeFunction(
      'refuse',
      refuse(
        'second before delete on one for each row execute function refuse();',
        'third before delete on two for each row execute function refuse();',
      ),
    );
    await writeFunction('two', two(2).replace(/grant.*;/, ''));
    await schema.setRevision(2);
    await run();
    assert.deepEqual(await triggers(), ['second on one', 'third on two']);
    const service = postgres(serviceUrl, { max: 1 });
    t.after(() => service.end());
    await assert.rejects(service`select two()`.execute(), { code: '42501' });

    // A table that a migration replaces has its triggers again, though no text has changed.
    await write(SECOND, 'drop table two; create table two (id bigint);');
    await run();
    assert.deepEqual(await triggers(), ['second on one', 'third on two']);

    await schema.remove('functions/refuse.sql');
    await schema.setRevision(3);
    await run();
    assert.deepEqual(await triggers(), []);
  });
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
