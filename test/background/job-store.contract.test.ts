import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { createJobStore } from '../../src/background/sql/job-store.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { describeJobStore } from '../support/job-store-suite.ts';
import { vacuumAll } from '../support/vacuum.ts';

const cleanups: (() => Promise<void>)[] = [];
let opened: TestDatabase;
let owner: postgres.Sql;
before(async () => {
  opened = await testDatabase({ after: (fn) => cleanups.unshift(fn) });
  owner = postgres(opened.ownerUrl, { max: 1 });
  cleanups.unshift(() => owner.end());
});
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

describeJobStore('PostgreSQL', async () => {
  const { sql } = opened.database;
  await owner`truncate job, job_schedule`;
  return {
    jobs: createJobStore(opened.database),
    other: createJobStore(opened.database),
    now: async () => {
      const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
      assert(row !== undefined);
      return row.now;
    },
    countRows: async () =>
      Number((await sql<{ n: bigint }[]>`select count(*) as n from job`)[0]?.n),
  };
});

describe('jobs in the database', () => {
  const takeAll = () => createJobStore(opened.database).takeJobs(['mail'], 100, 60_000);

  test('W81 a job that waits cannot run before the change that asks for it again is made', async () => {
    await owner`truncate job`;
    const { database } = opened;
    const jobs = createJobStore(database);
    await jobs.enqueueJob({ kind: 'mail', payload: 'old', dedupeKey: 'a', runAt: null });
    await database.transaction(async (sql) => {
      await sql`select enqueue_job('mail', '"new"', 'a')`;
      assert.deepEqual(await takeAll(), [], 'it would read what is about to change');
    });
    assert.deepEqual(
      (await takeAll()).map(({ payload }) => payload),
      ['new'],
    );
  });

  test('a job that is asked for in a transaction exists with it, or not at all', async () => {
    await owner`truncate job`;
    const { database } = opened;
    const failing = database.transaction(async (sql) => {
      await sql`select enqueue_job('mail', '"never"', null)`;
      throw new Error('the change is not made');
    });
    await assert.rejects(failing, /the change is not made/);
    await database.transaction((sql) => sql`select enqueue_job('mail', '"always"', null)`);
    assert.deepEqual(
      (await takeAll()).map(({ payload }) => payload),
      ['always'],
    );
  });

  test('W87 the table stays small, however many jobs went through it', async () => {
    await owner`truncate job`;
    const jobs = createJobStore(opened.database);
    const [settings] = await owner<{ options: string[] }[]>`
      select reloptions as options from pg_class where relname = 'job'`;
    assert(settings?.options.includes('autovacuum_vacuum_scale_factor=0'));
    for (let round = 0; round < 30; round += 1) {
      await owner`
        insert into job (kind, payload, dedupe_key, run_at, max_attempts)
        select 'mail', '{}', n::text, now(), 3 from generate_series(1, 500) n`;
      const taken = await jobs.takeJobs(['mail'], 500, 60_000);
      assert.equal(taken.length, 500);
      // Few at once, so that none waits long for a connection.
      for (let done = 0; done < taken.length; done += 20) {
        await Promise.all(taken.slice(done, done + 20).map((job) => jobs.finishJob(job)));
      }
      // As autovacuum does after so many; it looks once a minute only.
      if (round % 4 === 3) await vacuumAll(owner, 'job');
    }
    const [left] = await owner<{ rows: bigint; bytes: bigint }[]>`
      select count(*)::int8 as rows, pg_total_relation_size('job') as bytes from job`;
    assert.equal(Number(left?.rows), 0);
    assert(Number(left?.bytes) < 2_000_000, `${left?.bytes} bytes`);
  });
});
