/**
 * Measures how long an upgrade takes that fills new columns of records, and what callers notice of
 * it. Users of an older schema pay each other all the time, while their many records wait to be
 * filled.
 *
 *     node bench/fill-records.ts --from ../older-checkout --records 1000000
 */
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { msat } from '../src/base/amount.ts';
import { openDatabase } from '../src/database/db.ts';
import { migrate } from '../src/database/migrate.ts';
import { SCHEMA_FOLDERS, type SchemaFolders } from '../src/database/schema-files.ts';
import { fillRecords } from '../src/ledger/fill-records.ts';
import { createRecordFillingStore } from '../src/ledger/sql/record-filling-store.ts';
import { systemClock as clock } from '../src/system/system-clock.ts';
import { systemRandom as random } from '../src/system/system-random.ts';
import { addUser, internalKeysend, NODE_PUBKEY } from '../test/support/money-model/events.ts';
import type { MoneyWorld } from '../test/support/money-model/money-world.ts';
import { createPostgresWorld } from '../test/support/money-model/postgres-world.ts';
import { startDatabaseServer } from './profile/database-server.ts';

const USERS = 100;
const CALLERS = 8;
const PAUSE_MS = 20;
const QUIET_MS = 15_000;
const LOT = 50_000;

const { values } = parseArgs({
  options: { from: { type: 'string' }, records: { type: 'string', default: '1000000' } },
});
assert(values.from !== undefined, 'usage: --from OLDER_CHECKOUT [--records N]');
const older = resolve(values.from);
const folders = {
  migrations: join(older, 'migrations'),
  functions: join(older, 'sql/functions'),
};
async function measure(from: SchemaFolders, records: number): Promise<void> {
  const server = await startDatabaseServer(null);
  const urls = await server.createDatabase('upgrade');
  const [url = '', ownerUrl = ''] = Object.values(urls);
  const toSchema = (to: SchemaFolders) =>
    migrate({ url: ownerUrl, serviceRole: 'satchel', folders: to });
  await toSchema(from);
  const database = openDatabase({ url, applicationName: 'satchel bench', clock, random });
  const admin = server.open('upgrade');
  try {
    const world = createPostgresWorld(database, false);
    await world.setBaseline(NODE_PUBKEY, 0n);
    const users: string[] = [];
    while (users.length < USERS) users.push(await addUser(world, 1_000_000));
    await addRecords(admin, users, records);
    const callers = startCallers(world, users);
    await callers.during('before', () => clock.sleep(QUIET_MS));
    await callers.during('upgrade', () => toSchema(SCHEMA_FOLDERS));
    await callers.during('not yet filled', () => clock.sleep(QUIET_MS));
    await admin`update record_filling set begun_at = begun_at - interval '1 day'`;
    const recordFilling = createRecordFillingStore(database);
    const { signal } = new AbortController();
    const size = () => readSize(admin);
    console.log('size before', await size());
    await callers.during('filling', () => fillRecords({ recordFilling, clock }, signal));
    console.log('size after', await size());
    await callers.during('after', () => clock.sleep(QUIET_MS));
    await callers.end();
    const [left] = await admin`select count(*) from settled_record where amount_msat is null`;
    assert.equal(Number(left?.['count']), 0, 'all are filled');
  } finally {
    await admin.end();
    await database.close();
    await server.stop();
  }
}

async function readSize(admin: postgres.Sql): Promise<string> {
  const [row] = await admin<{ size: string }[]>`
    select pg_size_pretty(pg_total_relation_size('settled_record')) as size`;
  return row?.size ?? '';
}

/**
 * Adds records. Half of them are payments received over the node, the other half are payments
 * within the service.
 */
async function addRecords(
  admin: postgres.Sql,
  users: readonly string[],
  count: number,
): Promise<void> {
  await admin`set session_replication_role = replica`;
  for (let from = 1; from <= count; from += LOT) {
    await admin.unsafe(ADD, [users, from, Math.min(count, from + LOT - 1), count]);
  }
  await admin`
    update wallet set record_seq = coalesce(
      (select max(seq) from settled_record r where r.user_id = wallet.user_id), 0)`;
  await admin.unsafe('vacuum analyze settled_record');
  await admin.unsafe('analyze payment');
  await admin.unsafe('analyze receipt');
}

/**
 * Parameters: $1 the users, $2 and $3 the first and last record of the lot, $4 the number of
 * records in all.
 */
const ADD = `
  with draft as materialized (
    select n, uuidv7(-make_interval(secs => $4::int - n)) as id,
      ($1::uuid[])[1 + n % ${USERS}] as user_id, 'x' || lpad(n::text, 23, '0') as identifier,
      sha256(int8send(n)) as preimage, sha256(sha256(int8send(n))) as hash,
      now() - make_interval(secs => $4::int - n) as moment, n / ${USERS} % 2 = 0 as is_out
    from generate_series($2::int, $3::int) n
  ), paid as (
    insert into payment (id, identifier, user_id, grant_id, kind, path, state, payment_hash,
        preimage, amount_msat, held_msat, fee_msat, destination, bolt11, memo, records, created_at,
        ended_at)
      select id, identifier, user_id, 'bench', 'keysend', 'internal', 'settled', hash, preimage,
        1500, 0, 0, '', '', '', '{}', moment, moment
      from draft where is_out
  ), received as (
    insert into receipt (id, identifier, source, user_id, node_pubkey, settle_index, payment_hash,
        amount_msat, records, created_at, settled_at)
      select id, identifier, 'node', user_id, 'node', n, hash, 1500, '{}', moment, moment
      from draft where not is_out
  )
  insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
      settled_at, booked_at, seq, has_boostagram, body)
    select id, user_id, case when is_out then 'outgoing' else 'incoming' end::record_direction,
      identifier, hash, moment, moment, moment, 2 + n / ${USERS}, false,
      json_build_object('identifier', identifier, 'memo', repeat(md5(n::text), 30))
    from draft`;

/** Lets users pay each other. Each caller makes one payment after the other with a short pause. */
function startCallers(world: MoneyWorld, users: readonly string[]) {
  let took: number[] = [];
  let faults = 0;
  let isOver = false;
  const call = async (first: number): Promise<void> => {
    for (let turn = first; !isOver; turn += CALLERS) {
      const [payer = '', payee = ''] = [users[turn % USERS], users[(turn * 7 + 1) % USERS]];
      const beganMs = performance.now();
      const order = { amountMsat: msat(1000n) };
      await world.store.settleInternal([internalKeysend(payer, payee, order)]).catch(() => {
        faults += 1;
      });
      took.push(performance.now() - beganMs);
      await clock.sleep(PAUSE_MS);
    }
  };
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, place) => call(place)));
  return {
    during: async (name: string, work: () => Promise<unknown>): Promise<void> => {
      took = [];
      const beganMs = performance.now();
      await work();
      const seconds = (performance.now() - beganMs) / 1000;
      // Payments that are still running count as well.
      await clock.sleep(500);
      const sorted = took.toSorted((a, b) => a - b);
      const at = (share: number) =>
        (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
      console.log(
        `${name}: ${seconds.toFixed(2)} s; ${sorted.length} payments, ms median ${at(0.5)}, ` +
          `p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}; ${faults} faults`,
      );
    },
    end: async (): Promise<void> => {
      isOver = true;
      await calling;
    },
  };
}

await measure(folders, Number(values.records));
