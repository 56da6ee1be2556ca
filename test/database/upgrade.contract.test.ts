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
    assert.deepEqual([...functions].sort(), [
      'count_alarms',
      'credit_deposits',
      'credit_receipts',
      'end_fee_bump',
      'give_back_withdrawal',
      'give_up_replaced_deposits',
      'note_chain_look',
      'note_deposits',
      'note_fee_bump',
      'note_found_fee_bump',
      'note_signed_withdrawal',
      'note_withdrawal_block',
      'release_withdrawal_coins',
      'settle_withdrawal',
    ]);
    assert.equal(await renderSchema(url), expected);
    await assert.rejects(bring(url, SCHEMA_FOLDERS), { name: 'SchemaMismatchError' });
  });
});

/** The last version before people asked each other for money, and invoices left amounts open. */
const BEFORE_PEOPLE = 46;

test('rows of an older version are kept, and take what is new', async (t) => {
  const url = await emptyDatabase(t);
  await bring(url, SCHEMA_FOLDERS, BEFORE_PEOPLE);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  t.after(() => sql.end());
  await sql.unsafe(ROWS_BEFORE_PEOPLE);
  await bring(url, SCHEMA_FOLDERS);

  const users = await sql`select email, shows_name_since from wallet_user order by identifier`;
  assert.deepEqual(
    users.map((row) => row['shows_name_since']),
    [null, null, null],
    'no name is shown unasked',
  );
  const bells = await sql`select bell from notice_inbox order by user_id`;
  assert.deepEqual(
    bells.map((row) => row['bell']),
    [['received', 'limit', 'asked', 'approval', 'alarm'], [], []],
    'who wants to hear of nothing hears of no requests, approvals and alarms',
  );
  const notices = await sql`select kind, amount_msat from notice order by number`;
  assert.deepEqual([...notices], [{ kind: 'received', amount_msat: '1500' }]);
  const invoices = await sql`select amount_sat, rest_msat from invoice`;
  assert.deepEqual([...invoices], [{ amount_sat: '21', rest_msat: 500 }]);
  const jobs = await sql`select kind, every_sec, last_slot, offset_sec from job_schedule`;
  const job = { kind: 'backup', every_sec: 86_400, last_slot: '20000', offset_sec: 0 };
  assert.deepEqual([...jobs], [job], 'its slots stay where they were');
  const deliveries = await sql`select is_test, body from webhook_delivery order by id`;
  assert.deepEqual(
    [...deliveries],
    [
      { is_test: false, body: null },
      { is_test: true, body: '{}' },
    ],
  );

  await sql.unsafe(ROWS_OF_PEOPLE);
  const asked = await sql`
    select r.asked_name, v.amount_sat from money_request r join invoice v on v.id = r.invoice_id`;
  assert.deepEqual([...asked], [{ asked_name: 'bob', amount_sat: '21' }]);
  await assert.rejects(
    sql`update wallet_user set shows_name_since = now() where closed_at is not null`.execute(),
    { constraint_name: 'wallet_user_closed_is_blank' },
  );
});

/** Ann has an invoice, a notice and messages of webhooks, Bob wants to hear of nothing, and Cid has left. */
const ROWS_BEFORE_PEOPLE = `
  insert into wallet_user
      (id, identifier, email, name, password_hash, created_at, disabled_at, closed_at) values
    ('00000000-0000-4000-8000-00000000000a', 'ann', 'ann@example.com', 'Ann', 'x', now(), null, null),
    ('00000000-0000-4000-8000-00000000000b', 'bob', 'bob@example.com', null, 'x', now(), null, null),
    ('00000000-0000-4000-8000-00000000000c', 'cid',
      'closed 00000000-0000-4000-8000-00000000000c', null, 'x', now(), now(), now());
  insert into wallet (user_id) select id from wallet_user on conflict do nothing;
  insert into notice_inbox (user_id) select id from wallet_user on conflict do nothing;
  update notice_inbox set bell = '{}', mail = '{}';
  update notice_inbox set bell = '{received,limit}', last_seq = 1
    where user_id = '00000000-0000-4000-8000-00000000000a';
  insert into notice (user_id, number, seq, kind, subject, detail, count, is_more, amount_msat, told_at)
    values ('00000000-0000-4000-8000-00000000000a', 1, 1, 'received', '', '{}', 1, false, 1500, now());
  insert into invoice (id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage,
      amount_sat, rest_msat, bolt11, expiry_sec, created_at, expires_at)
    values ('00000000-0000-4000-8000-000000000001', 'bread',
      '00000000-0000-4000-8000-00000000000a', 'web', 'node',
      sha256(decode(repeat('0a', 32), 'hex')), decode(repeat('0a', 32), 'hex'),
      21, 500, 'lnbcrt1', 3600, now(), now() + interval '1 hour');
  insert into job_schedule (kind, every_sec, last_slot) values ('backup', 86400, 20000);
  insert into webhook_delivery (endpoint_id, message_id, event_type, test_body, state, next_at) values
    ('ep_a', gen_random_uuid(), 'invoice.incoming.settled', null, 'pending', now()),
    ('ep_a', gen_random_uuid(), 'invoice.incoming.settled', '{}', 'pending', now());`;

const ROWS_OF_PEOPLE = `
  update wallet_user set shows_name_since = now() where identifier = 'ann';
  insert into contact (id, user_id, name, name_key, target, created_at)
    select '00000000-0000-4000-8000-000000000002', id, 'Bob', 'bob', 'bob@pay.example', now()
    from wallet_user where identifier = 'ann';
  insert into money_request (id, invoice_id, asker_id, asked_name, payer_id, created_at)
    select '00000000-0000-4000-8000-000000000003', v.id, v.user_id, 'bob', u.id, now()
    from invoice v, wallet_user u where u.identifier = 'bob';
  insert into request_block (user_id, blocked_user_id, created_at)
    select a.id, b.id, now() from wallet_user a, wallet_user b
    where a.identifier = 'bob' and b.identifier = 'ann';
  insert into notice (user_id, number, seq, kind, subject, detail, count, is_more, told_at)
    select id, 2, 2, 'asked', '', '{}', 1, false, now() from wallet_user where identifier = 'ann';
  insert into invoice (id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage,
      amount_sat, expiry_sec, created_at, expires_at)
    select '00000000-0000-4000-8000-000000000004', 'tips', id, 'web', 'node',
      sha256(decode(repeat('0b', 32), 'hex')), decode(repeat('0b', 32), 'hex'),
      null, 3600, now(), now() + interval '1 hour'
    from wallet_user where identifier = 'ann';
  insert into pay_page (user_id, text, amounts_sat)
    select id, 'Thanks!', '{21,100}' from wallet_user where identifier = 'ann';
  insert into backup_schedule (every_sec, at_sec, keep) values (86400, 3600, 7);
  insert into hidden_checklist default values;`;

/** The last version whose records did not say what they are about. */
const BEFORE_RAILS = 55;

test('records of an older version are read as they are, and wait to be filled', async (t) => {
  const url = await emptyDatabase(t);
  await bring(url, SCHEMA_FOLDERS, BEFORE_RAILS);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  t.after(() => sql.end());
  await sql.unsafe(ROWS_BEFORE_RAILS);
  await bring(url, SCHEMA_FOLDERS);
  const shown = await sql`
    select rail, kind, amount_msat, fee_msat, grant_id from filled_record order by seq`;
  const common = { rail: 'lightning', kind: 'keysend' };
  assert.deepEqual(
    [...shown],
    [
      { ...common, amount_msat: '2000', fee_msat: '0', grant_id: null },
      { ...common, amount_msat: '2000', fee_msat: '3000', grant_id: 'web' },
    ],
  );
  const stored = await sql`select rail, amount_msat from settled_record`;
  assert.deepEqual([...stored], Array(2).fill({ rail: 'lightning', amount_msat: null }));
  assert.equal((await sql`select from record_filling`).length, 1);

  const empty = await emptyDatabase(t);
  await bring(empty, SCHEMA_FOLDERS);
  const other = postgres(empty, { max: 1 });
  t.after(() => other.end());
  assert.equal((await other`select from record_filling`).length, 0, 'nothing is there to fill');
});

/** A keysend that came in, and one that went out and cost more than was held for it. */
const ROWS_BEFORE_RAILS = `
  insert into wallet_user (id, identifier, email, password_hash, created_at) values
    ('00000000-0000-4000-8000-00000000000a', 'ann', 'ann@example.com', 'x', now());
  insert into receipt (id, identifier, source, user_id, node_pubkey, settle_index, payment_hash,
      amount_msat, records, created_at, settled_at)
    values ('00000000-0000-4000-8000-000000000001', 'in', 'node',
      '00000000-0000-4000-8000-00000000000a', 'node', 1, sha256('in'), 2999, '{}', now(), now());
  insert into payment (id, identifier, user_id, grant_id, kind, path, state, payment_hash,
      preimage, amount_msat, held_msat, fee_msat, destination, bolt11, records, created_at, ended_at,
      node_pubkey)
    values ('00000000-0000-4000-8000-000000000002', 'out', '00000000-0000-4000-8000-00000000000a',
      'web', 'keysend', 'node', 'settled', sha256(sha256('out')), sha256('out'), 1001, 5000, 9000,
      'payee', '', '{}', now(), now(), 'node');
  insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
      settled_at, booked_at, seq, has_boostagram, body)
    values
      ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-00000000000a', 'incoming',
        'in', sha256('in'), now(), now(), now(), 1, false, '{}'),
      ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-00000000000a', 'outgoing',
        'out', sha256(sha256('out')), now(), now(), now(), 2, false, '{}');`;

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
