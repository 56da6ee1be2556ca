import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { bytesToHex } from '../../src/base/hex.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { createComparisonStore } from '../../src/node/rewind/sql/comparison-store.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

/** A database that was put back within its own server: neither cluster nor timeline is another. */

const openAt = (url: string): Database =>
  openDatabase({ url, applicationName: 'satchel test', clock: systemClock, random: systemRandom });

async function reasonsAfterStart(database: Database): Promise<readonly string[]> {
  await createComparisonStore(database).recogniseDatabase();
  const stops = await createPaymentStopStore(database).listStops();
  return stops.map(({ reason }) => reason);
}

async function begun(): Promise<TestDatabase> {
  const opened = await testDatabase({ after });
  assert.deepEqual(await reasonsAfterStart(opened.database), []);
  return opened;
}

async function asSuperuser(url: string, work: (sql: postgres.Sql) => Promise<unknown>) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

describe('a database that was put back within its server is another', () => {
  test('a copy of it as it once was, that took its place', async () => {
    const opened = await begun();
    const copy = `test_${bytesToHex(systemRandom.bytes(6))}`;
    const address = new URL(opened.superuserUrl);
    const name = address.pathname.slice(1);
    address.pathname = '/postgres';
    const server = postgres(address.href, { max: 1 });
    after(async () => {
      await server`drop database ${server(copy)} with (force)`;
      await server.end();
    });
    await opened.database.close();
    await server`create database ${server(copy)} template ${server(name)} owner satchel_owner`;
    const elsewhere = new URL(opened.serviceUrl);
    elsewhere.pathname = `/${copy}`;
    const copied = openAt(elsewhere.href);
    try {
      assert.deepEqual(await reasonsAfterStart(copied), ['database_changed']);
    } finally {
      await copied.close();
    }
  });

  test('its tables, dropped and recreated from a dump', async () => {
    const { database, superuserUrl } = await begun();
    await asSuperuser(superuserUrl, async (sql) => {
      await sql.unsafe(`
        create table dumped (like database_mark including all);
        insert into dumped select * from database_mark;
        grant select, insert, update on dumped to satchel;
        drop table database_mark;
        alter table dumped rename to database_mark`);
    });
    assert.deepEqual(await reasonsAfterStart(database), ['database_changed']);
  });

  test('what servers do every day changes nothing', async () => {
    const { database, superuserUrl } = await begun();
    await asSuperuser(superuserUrl, async (sql) => {
      await sql`vacuum full database_mark`;
      await sql`reindex table database_mark`;
      await sql`checkpoint`;
      await sql`select pg_switch_wal()`;
    });
    assert.deepEqual(await reasonsAfterStart(database), []);
  });
});
