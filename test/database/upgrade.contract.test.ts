import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import postgres from 'postgres';
import { migrate } from '../../src/database/migrate.ts';
import {
  readFunctions,
  readMigrations,
  SCHEMA_FOLDERS,
  type SchemaFolders,
} from '../../src/database/schema-files.ts';
import { renderSchema } from '../../tools/dump-schema.ts';
import { type Cleanup, cloneDatabase, testDatabase } from '../support/database.ts';
import { copySchema, type SchemaCopy } from '../support/schema-copy.ts';

/** An upgraded database and a new one have the same catalogue. */

/** The versions before it are parts of one: none of them was ever released. */
const BASELINE = 12;
/** `npm run drill:upgrade` begins at each version, other runs at some and at the newest ones. */
const BEGINS_EVERY = Number(process.env['UPGRADE_BEGINS_EVERY'] ?? 6);
const NEWEST = 3;

const versions = (await readMigrations(SCHEMA_FOLDERS.migrations)).map(({ version }) => version);
const { revision } = await readFunctions(SCHEMA_FOLDERS.functions);

async function emptyDatabase(t: Cleanup): Promise<string> {
  const { ownerUrl } = await testDatabase(t);
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  await sql`drop owned by satchel_owner`;
  await sql.end();
  return ownerUrl;
}

async function schemaCopy(t: Cleanup): Promise<SchemaCopy> {
  const schema = await copySchema();
  t.after(() => schema.dispose());
  return schema;
}

const bring = (url: string, folders: SchemaFolders, upTo?: number) =>
  migrate({ url, folders, serviceRole: 'satchel', ...(upTo !== undefined && { upTo }) });

async function newDatabase(t: Cleanup, folders: SchemaFolders): Promise<string> {
  const url = await emptyDatabase(t);
  await bring(url, folders);
  return await renderSchema(url);
}

const beginsAt = (version: number): boolean =>
  version > versions.length - NEWEST ||
  (version >= BASELINE && (version - BASELINE) % BEGINS_EVERY === 0);

describe('an upgrade', () => {
  test('from the tables of a version leads where a new database begins', async (t) => {
    const expected = await newDatabase(t, SCHEMA_FOLDERS);
    const oneByOne = await emptyDatabase(t);
    for (const version of versions) {
      await bring(oneByOne, SCHEMA_FOLDERS, version);
      if (!beginsAt(version)) continue;
      const { ownerUrl: url, drop } = await cloneDatabase(new URL(oneByOne).pathname.slice(1));
      t.after(drop);
      await bring(url, SCHEMA_FOLDERS);
      assert.equal(await renderSchema(url), expected, `from version ${version}`);
    }
    await bring(oneByOne, SCHEMA_FOLDERS);
    assert.equal(await renderSchema(oneByOne), expected);
  });

  test('from older functions does so too', async (t) => {
    const expected = await newDatabase(t, SCHEMA_FOLDERS);
    const older = await schemaCopy(t);
    await older.setRevision(revision - 1);
    // Another text, with a trigger and a grant that are gone by now; one more, and one less.
    await older.write('functions/may_leave.sql', OLDER_MAY_LEAVE);
    await older.write('functions/refuse_change.sql', OLDER_REFUSE_CHANGE);
    await older.write('functions/was_here.sql', WAS_HERE);
    await older.remove('functions/open_wallet.sql');
    const url = await emptyDatabase(t);
    await bring(url, older.folders);
    assert.notEqual(await renderSchema(url), expected);
    const { functions, applied } = await bring(url, SCHEMA_FOLDERS);
    assert.deepEqual([...functions].sort(), [
      'may_leave',
      'open_wallet',
      'refuse_change',
      'was_here',
    ]);
    assert.deepEqual(applied, []);
    assert.equal(await renderSchema(url), expected);
  });

  test('to a later version does so too, from this one', async (t) => {
    const later = await schemaCopy(t);
    const next = String(versions.length + 1).padStart(4, '0');
    await later.write(`migrations/${next}-count-alarms.sql`, LATER_MIGRATION);
    await later.write('functions/count_alarms.sql', COUNT_ALARMS);
    await later.replace('where l.name = ', 'where l.expires_at is not null and l.name = ');
    await later.setRevision(revision + 1);
    const expected = await newDatabase(t, later.folders);
    const url = await emptyDatabase(t);
    await bring(url, SCHEMA_FOLDERS);
    const { functions, applied } = await bring(url, later.folders);
    assert.deepEqual(applied, [`${next}-count-alarms.sql`]);
    assert.deepEqual(functions, ['count_alarms', 'credit_receipts']);
    assert.equal(await renderSchema(url), expected);
    await assert.rejects(bring(url, SCHEMA_FOLDERS), { name: 'SchemaMismatchError' });
  });
});

const OLDER_MAY_LEAVE = `
  create or replace function may_leave() returns boolean
  language sql stable as 'select true';
  grant execute on function may_leave to :service_role;`;

const OLDER_REFUSE_CHANGE = `
  create or replace function refuse_change() returns trigger language plpgsql as $$
  begin return null; end $$;
  grant execute on function refuse_change to :service_role;
  create or replace trigger refuse_change before delete on alarm
    for each statement execute function refuse_change();`;

const WAS_HERE = `
  create or replace function was_here() returns trigger language plpgsql as $$
  begin return null; end $$;
  create or replace trigger was_here before update on alarm
    for each row execute function was_here();`;

const LATER_MIGRATION = `
  alter type account_name add value 'later';
  alter table alarm add column counted integer;
  create table alarm_count (kind text primary key, count bigint not null);
  grant select on alarm_count to :service_role;`;

const COUNT_ALARMS = `
  create or replace function count_alarms() returns setof alarm_count language sql as
    'select kind, sum(coalesce(counted, 1)) from alarm group by kind';
  grant execute on function count_alarms to :service_role;`;

test('every body of a function is valid', async (t) => {
  const { ownerUrl } = await testDatabase(t);
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  t.after(() => sql.end());
  await sql`set check_function_bodies = on`;
  const functions = await sql<{ name: string; definition: string }[]>`
    select proname as name, pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace = 'public'::regnamespace`;
  assert.equal(functions.length, (await readFunctions(SCHEMA_FOLDERS.functions)).files.length);
  for (const { name, definition } of functions) {
    await assert.doesNotReject(sql.unsafe(definition).execute(), name);
  }
});
