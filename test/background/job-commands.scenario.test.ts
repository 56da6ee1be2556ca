import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { JobStore } from '../../src/background/job-store.ts';
import { createJobStore } from '../../src/background/sql/job-store.ts';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { testDatabase } from '../support/database.ts';

/** As an operator uses them, beside a database that others use too. */
describe('commands for background jobs', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let session: CommandSession;
  let jobs: JobStore;

  before(async () => {
    const opened = await testDatabase({ after: (end) => cleanups.push(end) });
    jobs = createJobStore(opened.database);
    const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    session = openCommandSession({
      PATH: process.env['PATH'],
      SATCHEL_DATA_DIR: folder,
      SATCHEL_DATABASE_URL: opened.serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: opened.ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
    });
    cleanups.push(() => session.end());
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const list = async () => JSON.parse((await session.run('jobs', 'list', '--json')).out);

  test('W83 what was parked is listed with its reason, and tried again when asked', async () => {
    const empty = { waiting: 0, oldest_due_seconds: 0, parked: 0, jobs: [] };
    assert.deepEqual(await list(), empty);
    const payload = { to: 'ann' };
    await jobs.enqueueJob({ kind: 'mail', payload, dedupeKey: null, runAt: null });
    const [job] = await jobs.takeJobs(['mail'], 1, 60_000);
    assert(job !== undefined);
    await jobs.parkJob(job, 'no such server');
    const { jobs: parked, ...counts } = await list();
    assert.deepEqual(counts, { waiting: 0, oldest_due_seconds: 0, parked: 1 });
    const [{ parked_at, ...shown }] = parked;
    assert.deepEqual(shown, {
      id: Number(job.id),
      kind: 'mail',
      payload,
      attempts: 1,
      error: 'no such server',
    });
    assert(Number.isFinite(Date.parse(parked_at)));
    const people = await session.run('jobs', 'list');
    assert.match(people.out, /^0 waiting, the oldest due for 0 s, 1 parked$/m);
    assert.match(
      people.out,
      /mail {2}\{"to":"ann"\} {2}parked .* after 1 attempts: no such server$/m,
    );

    assert.equal((await session.run('jobs', 'retry', String(job.id))).status, 0);
    assert.deepEqual({ ...(await list()), oldest_due_seconds: 0 }, { ...empty, waiting: 1 });
    const again = await session.run('jobs', 'retry', String(job.id));
    assert.equal(again.status, 1);
    assert.match(again.err, new RegExp(`no job ${job.id} is parked`));
  });

  test('an id is a number', async () => {
    for (const id of ['x', '0', '1.5', '99999999999999999999']) {
      const { status, err } = await session.run('jobs', 'retry', id);
      assert.equal(status, 1);
      assert.match(err, /whole number/);
    }
  });
});
