import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import { createKeyLimit } from '../../src/base/key-limit.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import { closeStatements } from '../../src/statements/close-statements.ts';
import { openStatementFile } from '../../src/statements/open-statement-file.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { startStatementBench } from '../support/statement-bench.ts';
import { createTestRates } from '../support/test-rates.ts';

const bench = await startStatementBench({ after });
const { statements, database, superuser } = bench;
const at = (text: string): Date => new Date(text);

const monthsOf = async (userId: string) =>
  (await statements.listMonths(userId, 1000)).map(({ month, closedAt, closingSat }) => [
    month,
    closedAt === null ? 'open' : 'closed',
    Number(closingSat),
  ]);

describe('a month', () => {
  test('is closed an hour after its end, and its last moment belongs to it', async () => {
    const user = await bench.addUser();
    await bench.credit(user, 1, at('2021-02-28T23:59:59.999Z'));
    await bench.credit(user, 2, at('2021-03-01T00:00:00.000Z'));
    await bench.reckon(user, at('2021-03-01T00:59:59.999Z'));
    assert.deepEqual(await monthsOf(user), [['2021-02', 'open', 1]]);
    await bench.reckon(user, at('2021-03-01T01:00:00.000Z'));
    assert.deepEqual(await monthsOf(user), [
      ['2021-03', 'open', 3],
      ['2021-02', 'closed', 1],
    ]);
  });

  test('is not closed by a clock of a process that is ahead of the database', async () => {
    const user = await bench.addUser();
    const now = new Date();
    await bench.credit(user, 1, now);
    await bench.reckon(user, new Date(now.getTime() + 400 * 86_400_000));
    const [month, ...more] = await statements.listMonths(user, 10);
    assert.equal(month?.closedAt, null);
    assert.deepEqual(more, []);
  });

  test('that is closed takes nothing more, whatever time a record bears', async () => {
    const user = await bench.addUser();
    await bench.credit(user, 10, at('2021-01-10T00:00:00Z'));
    await bench.reckon(user, at('2021-02-02T00:00:00Z'));
    const before = await statements.findMonth(user, '2021-01');
    // As after a clock that was put back; and one that the node settled long ago.
    await bench.credit(user, 5, at('2021-01-20T00:00:00Z'));
    await bench.credit(user, 6, at('2021-02-03T00:00:00Z'), at('2021-01-02T00:00:00Z'));
    await bench.reckon(user, at('2021-03-02T00:00:00Z'));
    assert.deepEqual(await statements.findMonth(user, '2021-01'), before);
    assert.deepEqual(await monthsOf(user), [
      ['2021-03', 'open', 21],
      ['2021-02', 'closed', 21],
      ['2021-01', 'closed', 10],
    ]);
  });

  test('without records is closed too; a user without any has none', async () => {
    const [user, unused] = [await bench.addUser(), await bench.addUser()];
    await bench.credit(user, 4, at('2020-11-05T00:00:00Z'));
    for (const one of [user, unused]) await bench.reckon(one, at('2021-02-15T00:00:00Z'));
    assert.deepEqual(await monthsOf(user), [
      ['2021-02', 'open', 4],
      ['2021-01', 'closed', 4],
      ['2020-12', 'closed', 4],
      ['2020-11', 'closed', 4],
    ]);
    assert.deepEqual(await monthsOf(unused), []);
  });

  test('holds what a payment over its end had set aside, however the payment ended', async () => {
    const user = await bench.addUser();
    await bench.credit(user, 100_000, at('2021-01-01T00:00:00Z'));
    const settled = await bench.send(user, 1_000_000n, 10, at('2021-01-31T23:59:59Z'));
    const failed = await bench.send(user, 2_000_000n, 20, at('2021-01-31T23:59:59Z'));
    const open = await bench.send(user, 4_000_000n, 40, at('2021-01-31T23:59:59Z'));
    const later = await bench.send(user, 8_000_000n, 80, at('2021-02-01T00:00:00Z'));
    assert(settled !== null && failed !== null && open !== null && later !== null);
    await bench.settle(settled, 0n, at('2021-02-01T00:10:00Z'));
    await bench.fail(failed, at('2021-02-01T00:20:00Z'));
    await bench.reckon(user, at('2021-02-01T01:00:00Z'));
    const month = await statements.findMonth(user, '2021-01');
    assert.deepEqual([month?.closingSat, month?.heldSat], [100_000n, 1010n + 2020n + 4040n]);
    const now = await statements.findMonth(user, '2021-02');
    assert.deepEqual([now?.closingSat, now?.heldSat], [99_000n, 4040n + 8080n]);
  });

  test('of a database that was there before is closed at the first look', async () => {
    const user = await bench.addUser();
    for (let month = 0; month < 30; month += 1) {
      await bench.credit(user, 1, new Date(Date.UTC(2019, month, 9)));
    }
    await bench.reckon(user, at('2021-06-15T00:00:00Z'), 4);
    assert.equal((await monthsOf(user)).length, 30);
    assert.deepEqual((await monthsOf(user)).at(-1), ['2019-01', 'closed', 1]);
  });

  test('that is closed is changed and removed by no one, and written by no one else', async () => {
    const user = await bench.addUser();
    await bench.credit(user, 4, at('2020-11-05T00:00:00Z'));
    await bench.reckon(user, at('2021-01-15T00:00:00Z'));
    const owner = superuser.begin(async (sql) => {
      await sql`set local session_replication_role = origin`;
      await sql`update statement_close set held_msat = 0 where user_id = ${user}`;
    });
    await assert.rejects(owner, /rows of statement_close are never changed or removed/);
    for (const text of [
      `delete from statement_close where user_id = '${user}'`,
      `insert into statement_close select * from statement_close where user_id = '${user}'`,
      `update statement_open set opening_msat = 1000 where user_id = '${user}'`,
      `select close_month(s) from statement_open s where user_id = '${user}'`,
    ]) {
      await assert.rejects(database.sql.unsafe(text), /permission denied/, text);
    }
  });
});

describe('the job', () => {
  const now = at('2021-05-15T00:00:00Z');
  const alarms: Alarm[] = [];
  const deps = {
    statements,
    clock: { now: () => now, monotonicMs: () => 0, sleep: async () => undefined },
    log: createListeningLog(),
    alarms: { raiseAlarm: async (alarm: Alarm) => void alarms.push(alarm) },
  };

  test('closes what is over, in two processes at once, and passes by what does not add up', async () => {
    const users = await Promise.all([0, 1, 2, 3].map(() => bench.addUser()));
    for (const user of users) await bench.credit(user, 7, at('2021-03-05T00:00:00Z'));
    const [wrong = '', ...right] = users.toSorted();
    await superuser`update wallet set wallet_msat = 8000 where user_id = ${wrong}`;
    const { signal } = new AbortController();
    await Promise.all([closeStatements(deps, signal), closeStatements(deps, signal)]);
    for (const user of right) {
      assert.deepEqual(await monthsOf(user), [
        ['2021-05', 'open', 7],
        ['2021-04', 'closed', 7],
        ['2021-03', 'closed', 7],
      ]);
    }
    assert.deepEqual(await monthsOf(wrong), [['2021-03', 'open', 7]]);
    const told = new Set(alarms.map(({ kind, subject }) => `${kind} ${subject}`));
    assert.deepEqual([...told], [`statement_not_closed ${wrong}`]);
    assert.deepEqual(await statements.listDue(now, null, 10), [wrong]);
    await superuser`update wallet set wallet_msat = 7000 where user_id = ${wrong}`;
    await closeStatements(deps, signal);
    assert.equal((await monthsOf(wrong)).length, 3);
    assert.deepEqual(await statements.listDue(now, null, 10), []);
  });

  test('waits for a record that is being written as the month ends', async () => {
    const user = await bench.addUser();
    await bench.credit(user, 7, at('2021-03-05T00:00:00Z'));
    let isDone = false;
    let closing = Promise.resolve();
    await superuser.begin(async (sql) => {
      await sql`select from wallet where user_id = ${user} for no key update`;
      closing = bench.reckon(user, now).then(() => {
        isDone = true;
      });
      for (;;) {
        const [waiting] = await sql`
          select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')`;
        if (waiting !== undefined || isDone) break;
      }
      assert.equal(isDone, false);
    });
    await closing;
    assert.equal((await monthsOf(user)).length, 3);
  });
});

describe('a file', () => {
  test('that is not read to its end, or fails, makes room for another one', async () => {
    const user = await bench.addUser();
    await bench.credit(user, 7, at('2021-03-05T00:00:00Z'));
    const statementFiles = createKeyLimit(1);
    const activity = createActivityStore(database);
    const rates = createTestRates();
    const deps = { statements, activity, rates, statementFiles, clock: systemClock };
    const input = { userId: user, currency: null, month: '2021-03', format: 'csv' } as const;
    const opened = await openStatementFile(deps, input);
    assert(opened.ok);
    const busy = await openStatementFile(deps, input);
    assert(!busy.ok && busy.refusal.kind === 'too_many_files');
    await opened.value.parts.return();
    const failing = { ...statements, findMonth: () => Promise.reject(new Error('away')) };
    await assert.rejects(openStatementFile({ ...deps, statements: failing }, input), /away/);
    assert((await openStatementFile(deps, input)).ok);
  });
});

test('the check of the books finds a closed month that is not what its records say', async () => {
  const user = await bench.addUser();
  await bench.credit(user, 7, at('2021-03-05T00:00:00Z'));
  await bench.reckon(user, at('2021-05-15T00:00:00Z'));
  const change = (msat: number) => superuser`
    update statement_close
    set incoming_msat = incoming_msat + ${msat}, outgoing_msat = outgoing_msat + ${msat}
    where user_id = ${user} and month = '2021-04'`;
  await change(1000);
  const { findings } = await createBooksStore(database).checkBooks();
  assert.deepEqual(
    findings.map(({ subject }) => subject),
    [`${user} 2021-04`],
  );
  await change(-1000);
});

test('the books balance after all', async () => {
  assert.deepEqual(await bench.world.findings(), []);
});
