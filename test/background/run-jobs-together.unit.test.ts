import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../src/base/durations.ts';
import type { JobKind } from '../../src/base/jobs.ts';
import { openJobBench, unless } from '../support/job-bench.ts';

test('W84 two processes, one run in each slot', async () => {
  const { clock, memory, start } = openJobBench();
  const runs: string[] = [];
  const kind = (name: string): JobKind => ({
    everySec: 60,
    work: async () => {
      runs.push(name);
      await clock.sleep(10);
    },
  });
  const one = start({ prune: kind('one') });
  const two = start({ prune: kind('two') });
  await clock.advance(10 * 60_000 - 1);
  assert.equal(runs.length, 10);
  await one.stop();
  await clock.advance(10 * 60_000);
  assert.equal(runs.length, 20);
  assert.deepEqual(new Set(runs.slice(10)), new Set(['two']));
  await two.stop();
  await clock.advance(10 * 60_000);
  const three = start({ prune: kind('three') });
  await clock.advance(10);
  assert.equal(runs.length, 21, 'slots that passed while nobody ran are not made up for');
  await three.stop();
  assert.equal(memory.rows.size, 0);
});

test('W84 a run that takes longer than its slot is followed by one, not by many at once', async () => {
  const { clock, start } = openJobBench();
  const counts = { running: 0, most: 0, runs: 0 };
  const work = async (): Promise<void> => {
    counts.runs += 1;
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    await clock.sleep(200_000);
    counts.running -= 1;
  };
  const process = start({ prune: { work, everySec: 60 } });
  await clock.advance(202_000);
  assert.deepEqual(counts, { running: 1, most: 1, runs: 2 });
  await process.stop();
});

test('W85 a job that takes an hour is run once, by one process', async () => {
  const { clock, memory, start, add } = openJobBench();
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
  const { clock, memory, jobs, start, add } = openJobBench();
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

test('W85 after an outage longer than its lease, a job that still runs is not run beside itself', async () => {
  const { clock, memory, jobs, log, start, add } = openJobBench();
  const runs: string[] = [];
  const work = (name: string) => async () => {
    runs.push(name);
    await clock.sleep(600_000);
  };
  let isAway = false;
  const orAway = unless(() => isAway);
  const broken = {
    renewJobs: orAway(jobs.renewJobs),
    takeJobs: orAway(jobs.takeJobs),
    setSchedules: orAway(jobs.setSchedules),
  };
  await add('long');
  const one = start({ work: { work: work('one') } }, broken);
  await clock.advance(10);
  const two = start({ work: { work: work('two') } }, broken);
  for (const awayMs of [50_000, 90_000, 200_000]) {
    isAway = true;
    await clock.advance(awayMs);
    isAway = false;
    await clock.advance(30_000);
  }
  await clock.advance(600_000);
  assert.deepEqual(runs, ['one']);
  assert.equal(memory.rows.size, 0);
  assert.equal(log.text().split('taking jobs failed').length - 1, 6);
  await one.stop();
  await two.stop();
});

test('W86 a process that stops gives back what it could not end; another does it at once', async () => {
  const { clock, memory, start, add } = openJobBench();
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
      payload,
      leaseUntilMs,
      attempt,
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
