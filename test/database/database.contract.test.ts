import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { BugError } from '../../src/base/assert.ts';
import { DatabaseFault, violatedConstraint } from '../../src/database/database-fault.ts';
import { openDatabase } from '../../src/database/db.ts';
import { ARRAY_OF, type Sql } from '../../src/database/sql.ts';
import { findFreePort } from '../../src/system/free-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

const { ownerUrl, superuserUrl } = await testDatabase({ after });
const options = (url: string) => ({
  url,
  applicationName: 'test',
  clock: systemClock,
  random: systemRandom,
});
const open = (url: string) => openDatabase({ ...options(url), poolSize: 3 });
const database = open(ownerUrl);
const admin = open(superuserUrl);
after(async () => {
  await Promise.all([database.close(), admin.close()]);
});
await database.sql`create table thing (id integer primary key, value bigint not null)`;

const ownPid = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  assert(row !== undefined);
  return row.pid;
};
const kill = (pid: number) => admin.sql`select pg_terminate_backend(${pid})`.execute();

const isLost = (error: unknown): boolean => {
  assert(error instanceof DatabaseFault);
  assert.equal(error.isTransient, true);
  return true;
};

describe('a column', () => {
  it('arrives as its type says', async () => {
    const [row] = await database.sql`
      select 9007199254740993::bigint as big, 0.1::numeric as exact,
        '{"a": 9007199254740993}'::jsonb as document, '\\x00ff'::bytea as bytes,
        timestamptz '2026-01-02 03:04:05.678+01' as time, array[1, 2]::bigint[] as list`;
    assert.deepEqual(row, {
      big: 9007199254740993n,
      exact: '0.1',
      document: '{"a": 9007199254740993}',
      bytes: new Uint8Array([0, 255]),
      time: new Date('2026-01-02T02:04:05.678Z'),
      list: [1n, 2n],
    });
  });

  it('takes parameters of these types', async () => {
    const { sql } = database;
    const [row] = await sql`
      select ${-1n}::bigint as big, ${'{"b": 1}'}::jsonb as document,
        ${new Uint8Array([1, 2])}::bytea as bytes, ${new Date(0)}::timestamptz as time,
        ${sql.array([5n, 6n], ARRAY_OF.bigint)} as list,
        ${sql.array<string[]>([], ARRAY_OF.text)} as empty,
        ${sql.array([new Uint8Array([255])], ARRAY_OF.bytea)} as raw`;
    assert.deepEqual(row, {
      big: -1n,
      document: '{"b": 1}',
      bytes: new Uint8Array([1, 2]),
      time: new Date(0),
      list: [5n, 6n],
      empty: [],
      raw: [new Uint8Array([255])],
    });
  });
});

describe('a transaction', () => {
  it('is there as a whole or not at all', async () => {
    await database.transaction((sql) => sql`insert into thing values (1, 1)`);
    const failing = database.transaction(async (sql) => {
      await sql`insert into thing values (2, 2)`;
      throw new Error('changed my mind');
    });
    await assert.rejects(failing, /changed my mind/);
    assert.deepEqual([...(await database.sql`select id from thing order by id`)], [{ id: 1 }]);
  });

  it('runs again after a serialization failure', async () => {
    await database.sql`insert into thing values (10, 0)`;
    const allHaveRead = Promise.withResolvers<void>();
    let runs = 0;
    const addOne = () =>
      database.transaction(async (sql) => {
        const [row] = await sql<{ value: bigint }[]>`select value from thing where id = 10`;
        runs += 1;
        if (runs === 3) allHaveRead.resolve();
        await allHaveRead.promise;
        await sql`update thing set value = ${(row?.value ?? 0n) + 1n} where id = 10`;
      }, 'serializable');
    await Promise.all([addOne(), addOne(), addOne()]);
    const [row] = await database.sql`select value from thing where id = 10`;
    assert.equal(row?.['value'], 3n);
    assert(runs > 3, 'those that lost ran again');
  });

  it('runs again after a deadlock', async () => {
    await database.sql`insert into thing values (20, 0), (21, 0)`;
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const touch = (first: number, second: number) =>
      database.transaction(async (sql) => {
        await sql`update thing set value = value + 1 where id = ${first}`;
        waiting += 1;
        if (waiting === 2) both.resolve();
        await both.promise;
        await sql`update thing set value = value + 1 where id = ${second}`;
      });
    await Promise.all([touch(20, 21), touch(21, 20)]);
    assert.deepEqual(
      [...(await database.sql`select value from thing where id in (20, 21)`)],
      [{ value: 2n }, { value: 2n }],
    );
  });

  it('gives up after a bounded number of runs', async () => {
    let runs = 0;
    const failing = database.transaction(async (sql) => {
      runs += 1;
      await sql.unsafe(`do $$ begin raise exception 'no' using errcode = '40001'; end $$`);
    });
    await assert.rejects(failing, { name: 'DatabaseFault', code: '40001', isTransient: true });
    assert.equal(runs, 6);
  });

  it('does not nest', async () => {
    const nested = database.transaction(() => database.transaction(async () => 1));
    await assert.rejects(nested, BugError);
  });

  it('is not committed over a failed statement that no one noticed', async () => {
    const careless = database.transaction(async (sql) => {
      await sql`insert into thing values (30, 0)`;
      await sql`select 1 / 0`.catch(() => undefined);
    });
    await assert.rejects(careless, BugError);
    assert.equal((await database.sql`select from thing where id = 30`).length, 0);
  });

  it('refuses statements after its end', async () => {
    const sql = await database.transaction(async (inside) => [inside]);
    await assert.rejects(async () => await sql[0]?.unsafe('select 1'), BugError);
  });

  it('can hold one snapshot', async () => {
    await database
      .transaction(async (sql) => {
        const before = await sql`select id from thing`;
        await database.sql`insert into thing values (40, 0)`;
        assert.equal((await sql`select id from thing`).length, before.length);
        await assert.rejects(sql`insert into thing values (41, 0)`.execute(), /read-only/);
        throw new Error('done');
      }, 'repeatable read, read only')
      .catch((error: Error) => assert.equal(error.message, 'done'));
  });
});

describe('a lost connection', () => {
  it('fails the transaction in the middle of a statement', async () => {
    const losing = database.transaction(async (sql) => {
      const pid = await ownPid(sql);
      await Promise.all([sql`select pg_sleep(10)`, kill(pid)]);
    });
    await assert.rejects(losing, isLost);
  });

  it('fails the transaction that pauses, and lets none of its statements through', async () => {
    const losing = database.transaction(async (sql) => {
      await kill(await ownPid(sql));
      await systemClock.sleep(100);
      await sql`insert into thing values (50, 0)`;
    });
    await assert.rejects(losing, isLost);
    assert.equal((await database.sql`select from thing where id = 50`).length, 0);
  });

  it('fails all statements that were under way together', async () => {
    const losing = database.transaction(async (sql) => {
      const pid = await ownPid(sql);
      await Promise.all([
        sql`select pg_sleep(10), ${1}::int`,
        sql`insert into thing values (${51}, ${0n})`,
        sql`insert into thing values (${52}, ${0n})`,
        kill(pid),
      ]);
    });
    await assert.rejects(losing, isLost);
    assert.equal((await database.sql`select from thing where id in (51, 52)`).length, 0);
  });

  it('is replaced for the next transaction', async () => {
    assert.equal(await database.transaction(async () => 'fine'), 'fine');
  });

  it('fails its statement, and no other', async () => {
    const lonely = openDatabase({ ...options(ownerUrl), poolSize: 1 });
    const pid = await lonely.query(ownPid);
    const sleeping = lonely.query((sql) => sql`select pg_sleep(10)`);
    await eventually('it sleeps', async () => {
      const rows = await admin.sql`
        select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
      return rows.length === 1 ? true : null;
    });
    await Promise.all([assert.rejects(sleeping, isLost), kill(pid)]);
    assert.notEqual(await lonely.query(ownPid), pid);
    await lonely.close();
  });
});

it('a server that was away for a while is found again at once', async () => {
  const { hostname, port } = new URL(ownerUrl);
  const gatePort = await findFreePort(systemRandom);
  const waiting = open(ownerUrl.replace(`:${port}/`, `:${gatePort}/`));
  const query = () => waiting.query((sql) => sql`select 1`);
  // With the driver's own pauses, which grow to 20 s, so many take minutes.
  let refusals = 0;
  await eventually('it was away for a while', async () => {
    await assert.rejects(query, isLost);
    refusals += 1;
    return refusals >= 15 ? true : null;
  });

  const gate = createServer((socket) => {
    const server = connect(Number(port), hostname);
    socket.pipe(server).pipe(socket);
    for (const one of [socket, server]) one.on('error', () => undefined);
  });
  gate.listen(gatePort, '127.0.0.1');
  await once(gate, 'listening');
  await eventually('it is found', () => query().catch(() => null));
  await waiting.close();
  gate.close();
});

describe('a fault', () => {
  it('names the constraint that refused', async () => {
    const twice = database.query((sql) => sql`insert into thing values (1, 1)`);
    await assert.rejects(twice, (error) => {
      assert(error instanceof DatabaseFault);
      assert.equal(error.isTransient, false);
      assert.equal(violatedConstraint(error), 'thing_pkey');
      return true;
    });
  });

  it('is transient when the server is away', async () => {
    const away = open('postgres://satchel:x@127.0.0.1:1/satchel');
    await assert.rejects(
      away.query((sql) => sql`select 1`),
      isLost,
    );
    await assert.rejects(
      away.transaction((sql) => sql`select 1`),
      isLost,
    );
    await away.close();
  });

  it('is not made of what is no fault of the database', async () => {
    const bug = database.query(async () => {
      throw new TypeError('mine');
    });
    await assert.rejects(bug, TypeError);
  });
});

it('time-outs end what takes too long', async () => {
  const hasty = openDatabase({ ...options(ownerUrl), statementTimeoutMs: 50 });
  const slow = hasty.query((sql) => sql`select pg_sleep(10)`);
  await assert.rejects(slow, { code: '57014' });
  await hasty.close();
});

it('statements wait for a connection, not the other way round', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? database.transaction((sql) => sql`select ${index}::int as n`)
        : database.query((sql) => sql`select ${index}::int as n`),
    ),
  );
  assert.deepEqual(
    answers.map(([row]) => row?.['n']),
    answers.map((_, index) => index),
  );
});
