import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../src/base/durations.ts';
import { openJobBench, unless } from '../support/job-bench.ts';

test('what is due is done and leaves nothing behind', async () => {
  const { clock, memory, start, add } = openJobBench();
  const done: unknown[] = [];
  const process = start({ work: { work: async (payload) => void done.push(payload) } });
  await clock.flush();
  for (let index = 0; index < 30; index += 1) await add(index);
  await add('later', { runAt: new Date(clock.now().getTime() + HOUR_MS) });
  await clock.advance(1500);
  assert.deepEqual(done, [...Array(30).keys()]);
  assert.equal(memory.rows.size, 1);
  await clock.advance(HOUR_MS);
  assert.equal(done.at(-1), 'later');
  assert.equal(memory.rows.size, 0);
  await process.stop();
});

test('so many run at once and no more, and one that ends makes room for the next', async () => {
  const { clock, start, add } = openJobBench();
  const counts = { running: 0, most: 0, done: 0 };
  const work = async (payload: unknown): Promise<void> => {
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    await clock.sleep(payload === 'long' ? 30_000 : 100);
    counts.running -= 1;
    counts.done += 1;
  };
  for (let index = 0; index < 40; index += 1) await add(index === 0 ? 'long' : 'short');
  const process = start({ work: { work } });
  await clock.advance(1000);
  assert.equal(counts.most, 8);
  assert.equal(counts.done, 39, 'the long one holds one place only');
  await clock.advance(HOUR_MS);
  assert.equal(counts.done, 40);
  await process.stop();
});

test('W83 a job that always fails is tried later and later, then parked with an alarm', async () => {
  const { clock, jobs, alarms, log, start, add } = openJobBench();
  const times: number[] = [];
  const work = async (): Promise<void> => {
    times.push(clock.monotonicMs());
    throw new Error('the server\u0000 said no');
  };
  await add({ to: 'somebody' }, { dedupeKey: 'a' });
  const process = start({ work: { work } });
  await clock.advance(3 * HOUR_MS);
  assert.equal(times.length, 12);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  assert((pauses[0] ?? 0) >= 2500 && (pauses[0] ?? 0) <= 7000);
  assert(pauses.every((pause, index) => index === 0 || pause >= (pauses[index - 1] ?? 0) * 0.9));
  assert((pauses.at(-1) ?? 0) <= HOUR_MS + 1500);
  assert.deepEqual(
    alarms.map(({ kind, subject }) => [kind, subject]),
    [['job_parked', 'work 1']],
  );
  assert.match(alarms[0]?.detail ?? '', /failed 12 times: the server said no$/);
  assert.equal((await jobs.listParked(10))[0]?.lastError, 'the server said no');
  assert.match(log.text(), /a job failed/);

  await jobs.retryParked(1n);
  await clock.advance(1500);
  assert.equal(times.length, 13, 'an operator has it tried again');
  await process.stop();
});

test('W83 a job that takes its process with it is parked by those that live', async () => {
  const { clock, jobs, alarms, start, add } = openJobBench();
  await add('poison');
  for (let deaths = 0; deaths < 12; deaths += 1) {
    assert.equal((await jobs.takeJobs(['work'], 1, 60_000)).length, 1);
    await clock.advance(60_000);
  }
  const process = start({ work: { work: async () => assert.fail('it is not run again') } });
  await clock.advance(10);
  assert.deepEqual(
    alarms.map(({ kind }) => kind),
    ['job_parked'],
  );
  assert.equal((await jobs.listParked(10)).length, 1);
  await process.stop();
});

test('W83 dying between alarm and parking loses neither', async () => {
  const { clock, jobs, alarms, start, add } = openJobBench();
  await add('poison');
  const failing = { work: async () => Promise.reject(new Error('no')) };
  const parkJob = async () => Promise.reject(new Error('the database is away'));
  const dying = start({ work: failing }, { parkJob });
  await clock.advance(3 * HOUR_MS);
  assert(alarms.length > 0);
  assert.deepEqual(await jobs.listParked(10), []);
  await dying.stop();
  const living = start({ work: failing });
  await clock.advance(HOUR_MS);
  assert.equal((await jobs.listParked(10)).length, 1);
  await living.stop();
});

test('a database that is away delays jobs and ends no loop', async () => {
  const { clock, memory, log, jobs, start } = openJobBench();
  let isAway = true;
  let runs = 0;
  const orAway = unless(() => isAway);
  const process = start(
    {
      work: {
        everySec: 60,
        work: async () => {
          runs += 1;
          isAway = runs === 1;
        },
      },
    },
    {
      takeJobs: orAway(jobs.takeJobs),
      setSchedules: orAway(jobs.setSchedules),
      finishJob: orAway(jobs.finishJob),
    },
  );
  await clock.advance(30_000);
  assert.equal(runs, 0);
  isAway = false;
  await clock.advance(60_000);
  assert.equal(runs, 1, 'done, but its end could not be written');
  isAway = false;
  await clock.advance(10 * 60_000);
  assert(runs >= 9);
  assert.equal(memory.rows.size, 0);
  assert.match(log.text(), /the end of a job could not be written/);
  await process.stop();
});

test('kinds that wait for the same thing leave room for the others', async () => {
  const { clock, start, add } = openJobBench();
  const counts = { hanging: 0, most: 0, done: 0 };
  const hang = async (): Promise<void> => {
    counts.hanging += 1;
    counts.most = Math.max(counts.most, counts.hanging);
    await clock.sleep(20_000);
    counts.hanging -= 1;
  };
  for (let index = 0; index < 20; index += 1) {
    await add(index, { kind: index % 2 === 0 ? 'letter' : 'parcel' });
  }
  for (let index = 0; index < 5; index += 1) await add(index);
  const process = start({
    letter: { group: 'mail', work: hang },
    parcel: { group: 'mail', work: hang },
    work: {
      work: async () => {
        counts.done += 1;
      },
    },
  });
  await clock.advance(10_000);
  assert.deepEqual(counts, { hanging: 3, most: 3, done: 5 });
  await clock.advance(HOUR_MS);
  assert.deepEqual([counts.most, counts.hanging], [3, 0]);
  await process.stop();
});

test('a kind with pauses of its own is tried by them, and forgotten at the end', async () => {
  const { clock, memory, alarms, start, add } = openJobBench();
  const times: number[] = [];
  const work = async (): Promise<void> => {
    times.push(clock.monotonicMs());
    throw new Error('come back in a minute');
  };
  await add('letter');
  const pauses = { firstMs: 60_000, maxMs: HOUR_MS };
  const process = start({ work: { work, pauses, isDroppedAtEnd: true } });
  await clock.advance(12 * HOUR_MS);
  assert.equal(times.length, 12);
  assert((times[1] ?? 0) - (times[0] ?? 0) >= 30_000);
  assert.deepEqual([memory.rows.size, alarms], [0, []]);
  await process.stop();
});
