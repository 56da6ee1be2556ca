import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { connect } from '../../src/database/client.ts';
import { migrate } from '../../src/database/migrate.ts';
import { SCHEMA_FOLDERS } from '../../src/database/schema-files.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import {
  backUp,
  emptyDatabase,
  live,
  migrated,
  readAll,
  removeBackups,
  restore,
} from '../support/backup-bench.ts';
import { testDatabase } from '../support/database.ts';
import { field } from '../support/fields.ts';
import {
  clearSettings,
  FOREIGN_SETTINGS,
  imposeSettings,
  type SetAt,
} from '../support/foreign-settings.ts';
import { startWalletApi } from '../support/wallet-api.ts';

after(removeBackups);

const options = {
  applicationName: 'a test',
  statementTimeoutMs: 5000,
  lockTimeoutMs: 5000,
  onStatement: null,
};

async function readSettings(url: string): Promise<Record<string, unknown>> {
  const { sql, close } = await connect({ ...options, url });
  try {
    const rows = await sql<{ name: string; value: string }[]>`
      select name, current_setting(name, true) as value
      from json_object_keys(${JSON.stringify(FOREIGN_SETTINGS)}::json) name`;
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  } finally {
    await close();
  }
}

const PLACES: Readonly<Record<string, readonly SetAt[]>> = {
  'at the database': ['database'],
  'at its roles': ['roles'],
  'at both': ['database', 'roles'],
};

for (const [where, places] of Object.entries(PLACES)) {
  test(`settings that someone has left ${where} count for no connection`, async () => {
    const { superuserUrl, serviceUrl, ownerUrl } = await testDatabase({ after });
    const urls = [serviceUrl, ownerUrl];
    const before = await Promise.all(urls.map(readSettings));
    await imposeSettings(superuserUrl, places);
    assert.deepEqual(await Promise.all(urls.map(readSettings)), before);
    for (const name of Object.keys(FOREIGN_SETTINGS)) assert(before[0]?.[name], name);
  });
}

test('the options of an address change what the program does not rely on, and nothing else', async () => {
  const { serviceUrl } = await testDatabase({ after });
  const url = new URL(serviceUrl);
  const asked = Object.entries({ ...FOREIGN_SETTINGS, work_mem: '7MB', search_path: 'elsewhere' })
    .filter(([name]) => !/timeout|client_|read_only/.test(name))
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`);
  url.searchParams.set('options', asked.join(' '));
  const { sql, close } = await connect({ ...options, url: url.href });
  assert.deepEqual(
    [...(await sql`select current_setting('work_mem') as room, '2026-02-01'::date as day`)],
    [{ room: '7MB', day: new Date('2026-02-01') }],
  );
  assert.equal((await sql`select from wallet_user`).count, 0);
  await close();
});

test('functions with the rights of their owner look up names where it says, and nowhere else', async () => {
  const { database } = await testDatabase({ after });
  const rows = await database.query(
    (sql) => sql<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef
        and not coalesce(proconfig @> array['search_path=public, pg_temp'], false)`,
  );
  assert.deepEqual([...rows], []);
});

describe('in a database whose settings someone has changed', () => {
  test('money moves, what is shown is right, and the books balance', async () => {
    const api = await startWalletApi({ after });
    await imposeSettings(api.superuserUrl, ['database', 'roles']);
    const [ann, bob] = [await api.addUser(), await api.addUser()];
    await ann.receive(10_000);
    await ann.receiveKeysend(11);
    const invoice = await bob.invoice(100);
    assert.equal((await ann.post('/payments/bolt11', { invoice })).status, 200);
    const keysend = {
      amount: 5,
      destination: api.node.identity.pubkey,
      memo: "a 'quote' and \\n",
      custom_records: { '696969': bob.user.identifier },
    };
    assert.equal((await ann.post('/payments/keysend', keysend)).status, 200);
    assert.deepEqual([await ann.balanceSat(), await bob.balanceSat()], [9906, 105]);
    const { body } = await bob.get('/invoices/incoming');
    assert(Array.isArray(body));
    for (const item of body) {
      const createdAt = String(field(item, 'created_at'));
      assert.equal(new Date(createdAt).toISOString(), createdAt);
    }
  });

  test('a backup is made and restored, and the books go on', async () => {
    const source = await testDatabase({ after });
    await imposeSettings(source.superuserUrl, ['database', 'roles']);
    await live(source);
    await createAlarmStore(source.database).raiseAlarm({
      kind: 'credit_parked',
      subject: 'a receipt',
      detail: "it is 'here' \\ there",
    });
    const path = await backUp(source);
    const target = await migrated();
    await imposeSettings(target.superuserUrl, ['database', 'roles']);
    await restore(target, path);
    for (const { database } of [source, target]) {
      assert.deepEqual((await createBooksStore(database).checkBooks()).findings, []);
      const [alarm] = await createAlarmStore(database).listAlarms(9);
      assert.equal(alarm?.detail, "it is 'here' \\ there");
    }
    for (const { superuserUrl } of [source, target]) await clearSettings(superuserUrl);
    const [before, now] = [await readAll(source), await readAll(target)];
    for (const table of [
      'posting',
      'transfer',
      'account',
      'invoice',
      'receipt',
      'settled_record',
    ]) {
      assert.deepEqual(now[table], before[table], table);
    }
  });

  test('the tables are made and found where they belong', async () => {
    const { superuserUrl, ownerUrl, database } = await emptyDatabase();
    await imposeSettings(superuserUrl, ['database', 'roles']);
    const run = () => migrate({ url: ownerUrl, serviceRole: 'satchel', folders: SCHEMA_FOLDERS });
    assert((await run()).applied.length > 0);
    assert.deepEqual((await run()).applied, []);
    assert.deepEqual((await createBooksStore(database).checkBooks()).findings, []);
  });

  test('rules of the books that only a superuser can switch off are asked for', async () => {
    for (const setting of [
      { session_replication_role: 'replica' },
      { 'plpgsql.variable_conflict': 'use_column' },
    ]) {
      const { superuserUrl, database } = await testDatabase({ after });
      await imposeSettings(superuserUrl, ['database'], setting);
      await assert.rejects(
        database.query((sql) => sql`select from wallet_user`),
        { name: 'DatabaseFault', code: 'UNFIT_SETTING', message: /session_replication_role/ },
      );
    }
  });
});
