import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { DatabaseFault } from '../../src/database/database-fault.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { createDatabaseSafety } from '../../src/database/sql/database-safety.ts';
import type { Sql } from '../../src/database/sql.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { makeDrillFolder } from '../support/drill-server.ts';
import { nameStandbys } from '../support/drill-standby.ts';
import { eventually } from '../support/eventually.ts';
import { databaseUrl, TEMPLATE_DATABASE } from '../support/throw-away-server.ts';

const drill = await makeDrillFolder();
after(() => drill.dispose());
const primary = await drill.startPrimary();
const urlOf = (port: number) => databaseUrl(`127.0.0.1:${port}`, 'owner', TEMPLATE_DATABASE);

const opened: Database[] = [];
function open(writeTimeoutMs: number, port = primary.port): Database {
  const database = openDatabase({
    url: urlOf(port),
    applicationName: 'waiting',
    clock: systemClock,
    random: systemRandom,
    writeTimeoutMs,
  });
  opened.push(database);
  return database;
}

/** A standby that is expected and is not there: each commit waits for it. */
async function sendStandbyAway(): Promise<void> {
  await nameStandbys(primary, 'ghost');
  // Commits do not wait before another process of the server has read the name, too.
  await eventually('commits wait', async () =>
    (await cancelWaits(commitAtServer())) ? true : null,
  );
}
const bringStandbyBack = () => nameStandbys(primary, '');

const commitAtServer = () =>
  primary.run((sql) => sql`select pg_logical_emit_message(true, 'test', '')`.execute());

/** Whether the commit had to be cancelled to end: then it waited. */
async function cancelWaits(commit: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const ended = commit.then(() => {
    isOver = true;
  });
  let hasWaited = false;
  while (!isOver) {
    const cancelled = await primary.run(
      (sql) => sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where wait_event = 'SyncRep' and application_name <> 'waiting'`,
    );
    hasWaited ||= cancelled.length > 0;
  }
  await ended;
  return hasWaited;
}

async function setServer(setting: string): Promise<void> {
  await primary.run(async (sql) => {
    await sql.unsafe(`alter system set ${setting}`);
    await sql`select pg_reload_conf()`;
  });
}

/** Backends whose commit waits, by the statement that they run. */
const findWaiting = () =>
  primary.run(
    (sql) => sql<{ pid: number; query: string }[]>`
      select pid, query from pg_stat_activity
      where wait_event = 'SyncRep' and application_name = 'waiting' order by pid`,
  );
const untilWaiting = (count: number) =>
  eventually(`${count} commits wait`, async () => {
    const waiting = await findWaiting();
    return waiting.length === count ? waiting : null;
  });
const cancel = (pid: number) => primary.run((sql) => sql`select pg_cancel_backend(${pid})`);
const read = async (database: Database): Promise<number> =>
  (await database.query((sql) => sql`select id from thing`)).length;

const hasCode = (code: string) => (error: unknown) => {
  assert(error instanceof DatabaseFault, String(error));
  assert.deepEqual([error.code, error.isTransient, error.away], [code, true, 'database']);
  return true;
};

const PATIENT_MS = 60_000;
const HASTY_MS = 1000;
/** Writes that may wait at once. */
const WRITERS = 7;
/** To open them takes time from the time limit of writes, on a busy machine all of it. */
async function openConnections(database: Database): Promise<void> {
  const hold = (sql: Sql) => sql`select pg_sleep(0.2)`.execute();
  const holding = Array.from({ length: WRITERS }, () => [
    database.query(hold),
    database.transaction(hold),
  ]);
  await Promise.all(holding.flat());
}

const setUp = open(PATIENT_MS);
await setUp.query((sql) => sql`create table thing (id integer primary key)`);

const WRITES = {
  transaction: (database: Database, id: number) =>
    database.transaction((sql) => sql`insert into thing values (${id})`),
  'statement of its own': (database: Database, id: number) =>
    database.query((sql) => sql`insert into thing values (${id})`),
};

/** Reads that wait for a lock, on the same connections as the writes. */
const READS = {
  transaction: (database: Database) =>
    database.transaction(
      (sql) => sql`select pg_advisory_xact_lock_shared(7)`.execute(),
      'repeatable read, read only',
    ),
  'statement of its own': (database: Database) =>
    database.query((sql) => sql`select pg_advisory_xact_lock_shared(7)`.execute()),
};

describe('a commit that waits for a standby', () => {
  afterEach(async () => {
    await bringStandbyBack();
    await Promise.all(opened.splice(1).map((database) => database.close()));
    await setUp.query((sql) => sql`delete from thing`);
  });

  for (const name of ['transaction', 'statement of its own'] as const) {
    const write = WRITES[name];
    test(`${name}: a cancelled wait is waited for again, and is no answer`, async () => {
      const database = open(PATIENT_MS);
      await sendStandbyAway();
      let isAnswered = false;
      const writing = write(database, 1).then(() => {
        isAnswered = true;
      });
      for (let cancelled = 0; cancelled < 3; cancelled += 1) {
        const [waiting] = await untilWaiting(1);
        assert.equal(/pg_logical_emit_message/.test(waiting?.query ?? ''), cancelled > 0);
        await cancel(waiting?.pid ?? 0);
        await eventually('it waits again', async () => {
          const [again] = await findWaiting();
          return again !== undefined && /emit_message/.test(again.query) ? again : null;
        });
      }
      assert.equal(isAnswered, false);
      assert.equal(await read(database), 1, 'what was cancelled is visible');
      await bringStandbyBack();
      await writing;
      await write(database, 2);
      assert.equal(await read(database), 2);
    });

    test(`${name}: its caller is told in time that it may have happened`, async () => {
      const database = open(HASTY_MS);
      await openConnections(database);
      await sendStandbyAway();
      await assert.rejects(write(database, 1), hasCode('NOT_CONFIRMED'));
      const [waiting] = await untilWaiting(1);
      await cancel(waiting?.pid ?? 0);
      assert.equal((await untilWaiting(1))[0]?.pid, waiting?.pid, 'it is not sent again');
      await bringStandbyBack();
      await untilWaiting(0);
      assert.equal(await read(database), 1);
    });

    test(`${name}: reads go on while no further write finds a connection`, async () => {
      const database = open(HASTY_MS);
      await openConnections(database);
      await sendStandbyAway();
      const writing = await Promise.allSettled(
        Array.from({ length: 30 }, (_, id) => write(database, id)),
      );
      const codes = writing.map((one) => one.status === 'rejected' && one.reason.code);
      assert.deepEqual(codes.slice(0, WRITERS), new Array(WRITERS).fill('NOT_CONFIRMED'));
      assert.deepEqual(new Set(codes.slice(WRITERS)), new Set(['NO_CONNECTION']));
      assert.equal(await read(database), 0);
      const count = await database.transaction(
        async (sql) => (await sql`select from thing`).length,
        'repeatable read, read only',
      );
      assert.equal(count, 0);
      await bringStandbyBack();
      await untilWaiting(0);
      assert.equal(await read(database), WRITERS, 'what found no connection was never sent');
      await write(database, 100);
    });

    test(`${name}: one that gets its connection too late does nothing`, async () => {
      const database = open(HASTY_MS);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: held, resolve: hold } = Promise.withResolvers<void>();
      const holding = primary.run(async (sql) => {
        await sql`select pg_advisory_lock(7)`;
        hold();
        await released;
        await sql`select pg_advisory_unlock(7)`;
      });
      await held;
      const reading = Promise.all(Array.from({ length: 10 }, () => READS[name](database)));
      await assert.rejects(write(database, 1), hasCode('NO_CONNECTION'));
      release();
      await Promise.all([holding, reading]);
      await write(database, 2);
      assert.equal(await read(database), 1);
    });
  }

  test('those that look are told that the standby is away, and no one before', async () => {
    const database = open(HASTY_MS);
    const demands = { acceptsUnsafe: false, expectedStandbys: 1 };
    const safety = createDatabaseSafety(database, demands);
    assert.equal(await safety.isStandbyAway(), false);
    assert.match((await safety.findWeaknesses()).join(), /waits for 0 standbys/);
    await sendStandbyAway();
    await eventually('its connections have read the name', async () =>
      (await safety.findWeaknesses()).length === 0 ? true : null,
    );
    await assert.rejects(WRITES.transaction(database, 1), hasCode('NOT_CONFIRMED'));
    await eventually('it is told', async () => (await safety.isStandbyAway()) || null);
    await bringStandbyBack();
    await untilWaiting(0);
    assert.equal(await safety.isStandbyAway(), false);
  });

  test('a connection cut while it waits leaves the outcome unknown', async () => {
    const database = open(PATIENT_MS);
    await sendStandbyAway();
    const writing = assert.rejects(WRITES.transaction(database, 1), hasCode('CONNECTION_CLOSED'));
    const [waiting] = await untilWaiting(1);
    await primary.run((sql) => sql`select pg_terminate_backend(${waiting?.pid ?? 0})`);
    await writing;
  });

  test('a process can end meanwhile', async () => {
    const database = open(PATIENT_MS);
    await sendStandbyAway();
    const writing = Promise.allSettled(
      Array.from({ length: 40 }, (_, id) => {
        const write = id % 2 === 0 ? WRITES.transaction : WRITES['statement of its own'];
        return write(database, id);
      }),
    );
    await untilWaiting(14);
    await database.close();
    const causes = (await writing).map((one) => one.status === 'rejected' && one.reason);
    assert(causes.every((cause) => cause instanceof DatabaseFault && cause.away === 'database'));
  });
});

describe('a server that is not the primary', () => {
  test('is refused by each new connection, and serves once it was promoted', async () => {
    const standby = await primary.startStandby();
    const database = open(PATIENT_MS, standby.port);
    for (const write of Object.values(WRITES)) {
      await assert.rejects(write(database, 500), hasCode('NOT_PRIMARY'));
    }
    await assert.rejects(read(database), hasCode('NOT_PRIMARY'));
    await standby.run((sql) => sql`select pg_promote()`);
    await read(database);
    await WRITES.transaction(database, 500);
    await database.close();
  });

  test('is left by connections that it served as one', async () => {
    const database = open(PATIENT_MS);
    await WRITES.transaction(database, 600);
    await WRITES['statement of its own'](database, 601);
    await setServer('default_transaction_read_only = on');
    await eventually('the server is read-only', async () => {
      const answer = await WRITES.transaction(database, 602).catch((error: unknown) => error);
      return answer instanceof DatabaseFault && answer.code === 'NOT_PRIMARY' ? true : null;
    });
    await assert.rejects(WRITES['statement of its own'](database, 603), hasCode('25006'));
    await assert.rejects(WRITES['statement of its own'](database, 603), hasCode('NOT_PRIMARY'));
    await primary.run(async (sql) => {
      await sql`set default_transaction_read_only = off`;
      await sql`alter system reset default_transaction_read_only`;
      await sql`select pg_reload_conf()`;
    });
    await eventually('it can be written to', () =>
      WRITES.transaction(database, 604).catch(() => null),
    );
    await database.close();
  });
});
