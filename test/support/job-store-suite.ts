import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { JobStore, NewJob } from '../../src/background/job-store.ts';
import { MINUTE_MS } from '../../src/base/durations.ts';

/** What the tests of every job store need. Its clock may stand still or run. */
export interface JobStoreWorld {
  readonly jobs: JobStore;
  /** The store of another process on the same rows. */
  readonly other: JobStore;
  /** The time by the store's own clock. */
  now(): Promise<Date>;
  countRows(): Promise<number>;
}

const KINDS = ['mail', 'call'];
/** The length of a lease that has ended when it is given. */
const NO_LEASE_MS = 0;

export function describeJobStore(name: string, open: () => Promise<JobStoreWorld>): void {
  describe(`job store: ${name}`, () => {
    let world: JobStoreWorld;
    let jobs: JobStore;
    beforeEach(async () => {
      world = await open();
      ({ jobs } = world);
    });

    const add = (payload: unknown, more: Partial<NewJob> = {}): Promise<void> =>
      jobs.enqueueJob({ kind: 'mail', payload, dedupeKey: null, runAt: null, ...more });
    const before = async (ms: number): Promise<Date> =>
      new Date((await world.now()).getTime() - ms);
    const take = (limit = 10, leaseMs = MINUTE_MS, store = jobs) =>
      store.takeJobs(KINDS, limit, leaseMs);
    const payloads = async (limit = 10) => (await take(limit)).map(({ payload }) => payload);
    const takeOne = async (leaseMs = MINUTE_MS, store = jobs) => {
      const [job, ...more] = await take(10, leaseMs, store);
      assert(job !== undefined && more.length === 0, 'one job is due');
      return job;
    };

    test('W82 what is due comes in the order of its time, what is not due does not come', async () => {
      await add('third', { runAt: await before(1000) });
      await add('first', { runAt: await before(9000) });
      await add('later', { runAt: await before(-MINUTE_MS) });
      await add('second', { runAt: await before(5000) });
      assert.deepEqual(await payloads(2), ['first', 'second']);
      assert.deepEqual(await payloads(), ['third']);
      assert.deepEqual(await payloads(), []);
      assert.equal((await jobs.readQueue()).waiting, 4);
    });

    test('a process takes only the kinds that it knows', async () => {
      await add('x', { kind: 'of a newer version' });
      assert.deepEqual(await payloads(), []);
      const [taken] = await jobs.takeJobs(['of a newer version'], 1, MINUTE_MS);
      assert.equal(taken?.payload, 'x');
    });

    test('a payload comes back as it was, and two processes never have the same job', async () => {
      const payload = { text: '\u0000 "quoted" 😀', list: [1, null, { deep: true }] };
      await add(payload);
      for (let index = 0; index < 40; index += 1) await add(index);
      const both = await Promise.all([take(30), take(30, MINUTE_MS, world.other)]);
      const all = both.flat();
      assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
      assert.equal(all.length + (await take(100)).length, 41);
      assert.deepEqual(all[0]?.payload, payload);
    });

    test('W81 of one key only one waits, with the newest payload and the earlier time', async () => {
      await add('old', { dedupeKey: 'a', runAt: await before(-MINUTE_MS) });
      await add('new', { dedupeKey: 'a', runAt: await before(1000) });
      await add('newest', { dedupeKey: 'a', runAt: await before(-2 * MINUTE_MS) });
      await add('other key', { dedupeKey: 'b' });
      await add('other kind', { kind: 'call', dedupeKey: 'a' });
      assert.deepEqual(await payloads(), ['newest', 'other key', 'other kind']);
    });

    test('W81 what is asked for while it runs is done after it, and not beside it', async () => {
      await add('before', { dedupeKey: 'a' });
      const running = await takeOne();
      await add('after', { dedupeKey: 'a' });
      await add('after', { dedupeKey: 'a' });
      assert.deepEqual(await payloads(), [], 'not while the first one runs');
      await jobs.finishJob(running);
      assert.deepEqual(await payloads(), ['after']);
    });

    test('W81 one that failed leaves its work to the one that waits after it', async () => {
      await add('before', { dedupeKey: 'a' });
      const running = await takeOne();
      await add('after', { dedupeKey: 'a' });
      await jobs.retryJob(running, 0, 'no');
      assert.deepEqual(await payloads(), ['after']);
      assert.equal(await world.countRows(), 1);
    });

    test('a failed job comes back after its pause, with its attempts counted', async () => {
      await add('x');
      const first = await takeOne();
      assert.equal(first.attempt, 1);
      await jobs.retryJob(first, MINUTE_MS, 'not now');
      assert.deepEqual(await payloads(), []);
      await add('y', { dedupeKey: 'y' });
      const second = await takeOne();
      await jobs.retryJob(second, 0, 'again');
      assert.equal((await takeOne()).attempt, 2);
    });

    test('W85 a lease that is renewed is kept, one that is over is not', async () => {
      await add('x');
      const lost = await takeOne(NO_LEASE_MS);
      assert.deepEqual(await jobs.renewJobs([lost], MINUTE_MS), [
        { id: lost.id, attempt: lost.attempt },
      ]);
      assert.deepEqual(await take(10, MINUTE_MS, world.other), [], 'renewed in time');
      await jobs.renewJobs([lost], NO_LEASE_MS);
      const taken = await takeOne(MINUTE_MS, world.other);
      assert.deepEqual([taken.id, taken.attempt], [lost.id, lost.attempt + 1]);
      assert.deepEqual(await jobs.renewJobs([lost, taken], MINUTE_MS), [
        { id: taken.id, attempt: taken.attempt },
      ]);
    });

    test('W85 a process that lost a job changes nothing of it any more', async () => {
      await add('x');
      const lost = await takeOne(NO_LEASE_MS);
      const taken = await takeOne(MINUTE_MS, world.other);
      await jobs.finishJob(lost);
      await jobs.retryJob(lost, 0, 'late');
      await jobs.releaseJob(lost);
      await jobs.parkJob(lost, 'late');
      assert.deepEqual(await payloads(), []);
      assert.deepEqual(await jobs.listParked(10), []);
      await world.other.finishJob(taken);
      assert.equal(await world.countRows(), 0);
    });

    test('W86 a job that is given back is taken at once, and the attempt does not count', async () => {
      await add('x');
      await jobs.releaseJob(await takeOne());
      assert.equal((await takeOne(MINUTE_MS, world.other)).attempt, 1);
    });

    test('W83 a job whose runs never end comes once more than it may run', async () => {
      await add('x');
      let job = await takeOne(NO_LEASE_MS);
      while (job.attempt <= job.maxAttempts) job = await takeOne(NO_LEASE_MS);
      assert.equal(job.attempt, job.maxAttempts + 1);
      assert(job.maxAttempts > 5);
    });

    test('W83 a parked job waits for an operator, and others of its key go on', async () => {
      await add({ number: 1 }, { dedupeKey: 'a' });
      const job = await takeOne();
      await jobs.parkJob(job, 'it is poison');
      assert.deepEqual(await payloads(), []);
      const [parked] = await jobs.listParked(10);
      const { payload, attempts, lastError } = parked ?? {};
      assert.deepEqual([payload, attempts, lastError], [{ number: 1 }, 1, 'it is poison']);
      assert.deepEqual(await jobs.readQueue(), { waiting: 0, parked: 1, oldestDueSec: 0 });

      assert.equal(await jobs.retryParked(job.id + 1n), false);
      assert.equal(await jobs.retryParked(job.id), true);
      assert.equal(await jobs.retryParked(job.id), false);
      const again = await takeOne();
      assert.deepEqual([again.id, again.attempt], [job.id, 1]);
      await jobs.parkJob(again, null);
      assert.equal((await jobs.listParked(10))[0]?.lastError, 'it is poison');
    });

    test('W83 of one key one is parked, until one of it goes well', async () => {
      for (const payload of ['first', 'second']) {
        await add(payload, { dedupeKey: 'a' });
        await jobs.parkJob(await takeOne(), payload);
      }
      assert.deepEqual(
        (await jobs.listParked(10)).map(({ lastError }) => lastError),
        ['second'],
      );
      await add('third', { dedupeKey: 'a' });
      await jobs.finishJob(await takeOne());
      assert.equal(await world.countRows(), 0);
    });

    test('an operator who asks again for what waits again anyway changes nothing', async () => {
      await add('old', { dedupeKey: 'a' });
      const job = await takeOne();
      await jobs.parkJob(job, 'no');
      await add('new', { dedupeKey: 'a' });
      assert.equal(await jobs.retryParked(job.id), true);
      assert.deepEqual(await payloads(), ['new']);
    });

    test('W84 a slot is begun once by two processes, and the next one later', async () => {
      const day = new Map([['mail', 86_400_000]]);
      await Promise.all([jobs.setSchedules(day), world.other.setSchedules(day)]);
      const rounds = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          take(10, MINUTE_MS, index % 2 === 0 ? jobs : world.other),
        ),
      );
      assert.equal(rounds.flat().length, 1);
      const [job] = rounds.flat();
      assert(job !== undefined);
      assert.deepEqual([job.kind, job.payload], ['mail', {}]);
      await jobs.finishJob(job);
      assert.deepEqual(await payloads(), []);
      await jobs.setSchedules(day);
      assert.deepEqual(await payloads(), [], 'nor by a process that starts');
      await jobs.setSchedules(new Map([['mail', 43_200_000]]));
      assert.equal((await take()).length, 1, 'other slots have other numbers');
    });

    test('W84 slots of a kind that no one here knows are left to others', async () => {
      await jobs.setSchedules(new Map([['newer', 60]]));
      assert.deepEqual(await payloads(), []);
      assert.equal((await jobs.takeJobs(['newer'], 1, MINUTE_MS)).length, 1);
    });

    test('length and age of the queue', async () => {
      assert.deepEqual(await jobs.readQueue(), { waiting: 0, parked: 0, oldestDueSec: 0 });
      await add('later', { runAt: await before(-MINUTE_MS) });
      assert.deepEqual(await jobs.readQueue(), { waiting: 1, parked: 0, oldestDueSec: 0 });
      await add('due', { runAt: await before(MINUTE_MS) });
      const { waiting, oldestDueSec } = await jobs.readQueue();
      assert.equal(waiting, 2);
      assert(oldestDueSec >= 60 && oldestDueSec < 120);
    });
  });
}
