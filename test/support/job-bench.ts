import type { Alarm } from '../../src/alarms/alarm-store.ts';
import type { JobStore, NewJob } from '../../src/background/job-store.ts';
import { runJobs } from '../../src/background/run-jobs.ts';
import { Fault } from '../../src/base/fault.ts';
import type { JobKind } from '../../src/base/jobs.ts';
import { createListeningLog } from './listening-log.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createVirtualClock } from './virtual-clock.ts';
import { createJobMemory, createJobsOf } from './wallet-memory/jobs.ts';

/** Opens any number of processes with the same jobs. */
export function openJobBench() {
  const clock = createVirtualClock();
  const memory = createJobMemory();
  const jobs = createJobsOf(memory, clock);
  const alarms: Alarm[] = [];
  const log = createListeningLog();
  const deps = {
    clock,
    log,
    random: createSeededRandom(7),
    alarms: { raiseAlarm: async (alarm: Alarm) => void alarms.push(alarm) },
  };
  const start = (kinds: Readonly<Record<string, JobKind>>, broken: Partial<JobStore> = {}) => {
    const stop = new AbortController();
    const store = { ...jobs, ...broken };
    const running = runJobs({ ...deps, jobs: store }, kinds, stop.signal);
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

/** The fault that no database server answers. */
export class DatabaseAway extends Fault {
  override readonly name = 'DatabaseAway';
  readonly isTransient = true;
  override readonly away = 'database';
}

/** Makes calls fail while the database is away. */
export const unless =
  (isAway: () => boolean) =>
  <In extends unknown[], Out>(call: (...input: In) => Promise<Out>) =>
  async (...input: In): Promise<Out> => {
    if (isAway()) throw new DatabaseAway('the database is away');
    return await call(...input);
  };
