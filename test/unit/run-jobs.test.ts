import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alarm } from '../../src/wallet/alarm-store.ts';
import type { JobStore, NewJob } from '../../src/wallet/job-store.ts';
import { type JobKind, runJobs } from '../../src/workers/run-jobs.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { createJobMemory, createJobsOf } from '../support/wallet-memory/jobs.ts';

const HOUR_MS = 3_600_000;

/** Any number of processes over the same jobs. */
function openBench() {
  const clock = createVirtualClock();
  const memory = createJobMemory();
  const jobs = createJobsOf(memory, clock);
  const alarms: Alarm[] = [];
  const log = createListeningLog();
  const deps = {
    ...{ clock, log, random: createSeededRandom(7) },
    alarms: {
      raiseAlarm: async (alarm: Alarm) => void alarms.push(alarm),
      listAlarms: async () => [],
    },
  };
  const start = (kinds: Readonly<Record<string, JobKind>>, broken: Partial<JobStore> = {}) => {
    const stop = new AbortController();
    const store = { ...jobs, ...broken };
    const running = runJobs({ ...deps, jobs: store }, new Map(Object.entries(kinds)), stop.signal);
    return {
      stop: async () => {
        stop.abort();
        await clock.until(running);
      },
    };
  };
  const add = (payload: unknown, more: Partial<NewJob> = {}): Promise<void> =>
    jobs.enqueueJob({ kind: 'work', payload, dedupeKey: null, runAt: null, ...more });
  return { clock, memory, jobs, alarms, log, start, add };
}

/** Calls that fail while the database is away. */
const unless =
  (isAway: () => boolean) =>
  <In extends unknown[], Out>(call: (...input: In) => Promise<Out>) =>
  async (...input: In): Promise<Out> => {
    if (isAway()) throw new Error('the database is away');
    return await call(...input);
  };

test('what is due is done and leaves nothing behind', async () => {
  const { clock, memory, start, add } = openBench();
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
  const { clock, start, add } = openBench();
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
  const { clock, jobs, alarms, log, start, add } = openBench();
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
  const { clock, jobs, alarms, start, add } = openBench();
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
  const { clock, jobs, alarms, start, add } = openBench();
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

test('W84 two processes, one run in each slot', async () => {
  const { clock, memory, start } = openBench();
  const runs: string[] = [];
  const kind = (name: string): JobKind => ({
    everySec: 60,
    work: async () => {
      runs.push(name);
      await clock.sleep(10);
    },
  });
  const one = start({ sweep: kind('one') });
  const two = start({ sweep: kind('two') });
  await clock.advance(10 * 60_000 - 1);
  assert.equal(runs.length, 10);
  await one.stop();
  await clock.advance(10 * 60_000);
  assert.equal(runs.length, 20);
  assert.deepEqual(new Set(runs.slice(10)), new Set(['two']));
  await two.stop();
  await clock.advance(10 * 60_000);
  const three = start({ sweep: kind('three') });
  await clock.advance(10);
  assert.equal(runs.length, 21, 'slots that passed while nobody ran are not made up for');
  await three.stop();
  assert.equal(memory.rows.size, 0);
});

test('W84 a run that takes longer than its slot is followed by one, not by many at once', async () => {
  const { clock, start } = openBench();
  const counts = { running: 0, most: 0, runs: 0 };
  const work = async (): Promise<void> => {
    counts.runs += 1;
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    await clock.sleep(200_000);
    counts.running -= 1;
  };
  const process = start({ sweep: { work, everySec: 60 } });
  await clock.advance(202_000);
  assert.deepEqual(counts, { running: 1, most: 1, runs: 2 });
  await process.stop();
});

test('W85 a job that takes an hour is run once, by one process', async () => {
  const { clock, memory, start, add } = openBench();
  let runs = 0;
  const work = async (): Promise<void> => {
    runs += 1;
    await clock.sleep(HOUR_MS);
  };
  await add('long');
  const [one, two] = [start({ work: { work } }), start({ work: { work } })];
  await clock.advance(2 * HOUR_MS);
  assert.equal(runs, 1);
  assert.equal(memory.rows.size, 0);
  await one.stop();
  await two.stop();
});

test('W85 who cannot renew loses the job to another, is told, and ends nothing of it', async () => {
  const { clock, memory, jobs, start, add } = openBench();
  const ends: string[] = [];
  const work = (name: string) => async (_: unknown, signal: AbortSignal) => {
    await clock.sleep(300_000, signal);
    ends.push(`${name} ${signal.aborted ? 'lost it' : 'did it'}`);
    signal.throwIfAborted();
  };
  let isAway = false;
  const orAway = unless(() => isAway);
  await add('long');
  const one = start(
    { work: { work: work('one') } },
    { renewJobs: orAway(jobs.renewJobs), takeJobs: orAway(jobs.takeJobs) },
  );
  await clock.advance(10);
  isAway = true;
  const two = start({ work: { work: work('two') } });
  await clock.advance(90_000);
  isAway = false;
  await clock.advance(600_000);
  assert.deepEqual(ends, ['one lost it', 'two did it']);
  assert.equal(memory.rows.size, 0);
  await one.stop();
  await two.stop();
});

test('W86 a process that stops gives back what it could not end; another does it at once', async () => {
  const { clock, memory, start, add } = openBench();
  const ends: string[] = [];
  const work = (name: string) => async (payload: unknown, signal: AbortSignal) => {
    await clock.sleep(payload === 'short' ? 1000 : HOUR_MS, signal);
    if (payload === 'long') signal.throwIfAborted();
    ends.push(`${name} ${payload}`);
  };
  await add('long');
  await add('short');
  const one = start({ work: { work: work('one') } });
  await clock.advance(10);
  await add('not yet taken');
  await one.stop();
  assert.deepEqual(ends, ['one short'], 'what ends all the same has ended');
  assert.deepEqual(
    [...memory.rows.values()].map(({ payload, leaseUntilMs, attempt }) => [
      ...[payload, leaseUntilMs, attempt],
    ]),
    [
      ['long', null, 0],
      ['not yet taken', null, 0],
    ],
  );
  const two = start({ work: { work: work('two') } });
  await clock.advance(HOUR_MS + 1);
  assert.deepEqual(ends.toSorted(), ['one short', 'two long', 'two not yet taken']);
  await two.stop();
});

test('a database that is away delays jobs and ends no loop', async () => {
  const { clock, memory, log, jobs, start } = openBench();
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
