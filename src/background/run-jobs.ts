import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { assert } from '../base/assert.ts';
import { type Backoff, backoffMs } from '../base/backoff.ts';
import { HOUR_MS } from '../base/durations.ts';
import type { JobGroup, JobKind, Jobs } from '../base/jobs.ts';
import { cleanText } from '../base/text.ts';
import type { Job, JobStore } from './job-store.ts';
import { type RunPeriodicallyDeps, runPeriodically } from './run-periodically.ts';
import { createTakeoverGrace } from './takeover-grace.ts';

export interface RunJobsDeps extends RunPeriodicallyDeps, RaiseAlarmDeps {
  readonly jobs: JobStore;
}

/** The pause after which the database is asked again for due jobs, while there are none. */
const POLL_MS = 1500;
const MAX_AT_ONCE = 8;
/**
 * The most jobs of one group that run at once. All jobs of a group wait for the same thing, such as
 * the mail server, so other jobs keep room while it is slow.
 */
const MAX_OF_GROUP: Readonly<Record<JobGroup, number>> = {
  'alarm receiver': 2,
  mail: 3,
  push: 3,
};
/** The life of a lease on a job, after which other processes take over the jobs of a dead one. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;
const PAUSES: Backoff = { firstMs: 5000, maxMs: HOUR_MS };
const MAX_ERROR_LENGTH = 500;

interface Running {
  readonly job: Job;
  /** Aborts when the job's lease is lost to another process. */
  readonly lost: AbortController;
  readonly ended: Promise<void>;
}

/** Runs due jobs until the signal aborts, and then waits for those that are still running. */
export async function runJobs(deps: RunJobsDeps, jobs: Jobs, signal: AbortSignal): Promise<void> {
  const kinds = new Map(Object.entries(jobs));
  const running = new Set<Running>();
  const drained = new AbortController();
  const renewing = renewLeases(deps, running, drained.signal);
  const schedules = schedulesOf(kinds);
  const returnPause = createTakeoverGrace(deps.clock, LEASE_MS);
  let hasSchedules = false;
  const options = { name: 'taking jobs', everyMs: POLL_MS };
  await runPeriodically(deps, options, signal, async () => {
    // The schedules of regular jobs are stored at the start, and again after a fault. If that
    // statement succeeds, the database is back.
    if (!hasSchedules) await deps.jobs.setSchedules(schedules);
    hasSchedules = false;
    await returnPause.answered(signal);
    while (!signal.aborted && (await takeSome(deps, kinds, running, signal)) > 0) {
      returnPause.rested();
    }
    returnPause.rested();
    hasSchedules = true;
  });
  await Promise.all(allEnded(running));
  drained.abort();
  await renewing;
}

const schedulesOf = (kinds: ReadonlyMap<string, JobKind>): ReadonlyMap<string, number> =>
  new Map([...kinds].flatMap(([name, { everySec }]) => (everySec ? [[name, everySec]] : [])));

const allEnded = (running: ReadonlySet<Running>): readonly Promise<void>[] =>
  [...running].map(({ ended }) => ended);

/**
 * Waits while the most jobs that may run at once are running. Then takes as many due jobs as there
 * is room for, starts them, and returns how many it started.
 */
async function takeSome(
  deps: RunJobsDeps,
  kinds: ReadonlyMap<string, JobKind>,
  running: Set<Running>,
  stop: AbortSignal,
): Promise<number> {
  if (running.size === MAX_AT_ONCE) await Promise.race(allEnded(running));
  const { names, room } = findRoom(kinds, running);
  const taken = await deps.jobs.takeJobs(names, room, LEASE_MS);
  for (const job of taken) {
    const lost = new AbortController();
    const ended = runOne(deps, kinds.get(job.kind), job, { stop, lost: lost.signal });
    const run = { job, lost, ended };
    running.add(run);
    void ended.then(() => running.delete(run));
  }
  return taken.length;
}

/**
 * Finds the kinds of jobs whose group has room, and how many jobs may be taken at once. That number
 * is the room of the fullest group, as all jobs taken may belong to it. If more jobs would fit, the
 * next call takes them.
 */
function findRoom(
  kinds: ReadonlyMap<string, JobKind>,
  running: ReadonlySet<Running>,
): { readonly names: readonly string[]; readonly room: number } {
  const inGroup = (group: JobGroup): number =>
    [...running].filter(({ job }) => kinds.get(job.kind)?.group === group).length;
  const open = [...kinds].map(([name, { group }]) => ({
    name,
    room: group === undefined ? MAX_AT_ONCE : MAX_OF_GROUP[group] - inGroup(group),
  }));
  const fitting = open.filter(({ room }) => room > 0);
  const room = Math.min(MAX_AT_ONCE - running.size, ...fitting.map((kind) => kind.room));
  return { names: fitting.map(({ name }) => name), room };
}

/**
 * Runs a job, and never rejects. If its result cannot be written, the job is due again when its
 * lease expires.
 */
async function runOne(
  deps: RunJobsDeps,
  kind: JobKind | undefined,
  job: Job,
  { stop, lost }: { readonly stop: AbortSignal; readonly lost: AbortSignal },
): Promise<void> {
  const about = { jobId: job.id, kind: job.kind, attempt: job.attempt };
  try {
    if (job.attempt > job.maxAttempts) return await park(deps, job, null);
    try {
      assert(kind !== undefined, 'only known kinds are taken');
      await kind.work(job.payload, AbortSignal.any([stop, lost]), job.id);
    } catch (error) {
      if (lost.aborted) return;
      if (stop.aborted) return await deps.jobs.releaseJob(job);
      deps.log.warn({ ...about, error }, 'a job failed');
      return await putBack(deps, kind, job, error);
    }
    await deps.jobs.finishJob(job);
  } catch (error) {
    deps.log.warn({ ...about, error }, 'the end of a job could not be written');
  }
}

async function putBack(
  deps: RunJobsDeps,
  kind: JobKind | undefined,
  job: Job,
  error: unknown,
): Promise<void> {
  const text = cleanText(error instanceof Error ? error.message : String(error), MAX_ERROR_LENGTH);
  if (job.attempt >= job.maxAttempts) {
    if (kind?.isDroppedAtEnd === true) return await deps.jobs.finishJob(job);
    return await park(deps, job, text);
  }
  const pauseMs = backoffMs(kind?.pauses ?? PAUSES, job.attempt, deps.random);
  await deps.jobs.retryJob(job, pauseMs, text);
}

/**
 * Parks a job that has failed too often. The alarm comes first: if the process dies before the job
 * is parked, the alarm is raised a second time, but no job is parked without an alarm.
 */
async function park(deps: RunJobsDeps, job: Job, error: string | null): Promise<void> {
  await raiseAlarm(deps, {
    kind: 'job_parked',
    subject: `${job.kind} ${job.id}`,
    detail: `a background job failed ${job.maxAttempts} times: ${error ?? 'its runs never ended'}`,
  });
  await deps.jobs.parkJob(job, error);
}

async function renewLeases(
  deps: RunJobsDeps,
  running: ReadonlySet<Running>,
  signal: AbortSignal,
): Promise<void> {
  const options = { name: 'renewing jobs', everyMs: RENEW_EVERY_MS };
  await runPeriodically(deps, options, signal, async () => {
    const held = [...running];
    if (held.length === 0) return;
    const taken = held.map(({ job }) => job);
    const kept = await deps.jobs.renewJobs(taken, LEASE_MS);
    for (const { job, lost } of held) {
      const isKept = kept.some(({ id, attempt }) => id === job.id && attempt === job.attempt);
      // A job whose lease was not renewed may simply have ended by itself; aborting it then does no
      // harm.
      if (!isKept) lost.abort();
    }
  });
}
