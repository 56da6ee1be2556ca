import type { NewAction } from '../alarms/operator-log/operator-action.ts';

/**
 * Port: jobs, which are work that no one waits for, each a row until it is done. It uses the
 * database's clock. A process running a job may die, or be slow and lose it to another: a job may
 * run twice.
 */
export interface JobStore {
  /** Orders a job. In the transaction of a change, call the SQL function `enqueue_job` instead. */
  enqueueJob(job: NewJob): Promise<void>;
  /** Sets the kinds of jobs to run once per slot of the given number of seconds, by any process. */
  setSchedules(everySecByKind: ReadonlyMap<string, number>): Promise<void>;
  /** Takes due jobs of these kinds, oldest first, and starts the slots that are due. */
  takeJobs(kinds: readonly string[], limit: number, leaseMs: number): Promise<readonly Job[]>;
  /** Returns the jobs that this process still holds; the others were lost to other processes. */
  renewJobs(jobs: readonly TakenJob[], leaseMs: number): Promise<readonly TakenJob[]>;
  /** Removes a job that is done, and any job parked earlier under the same key. */
  finishJob(job: TakenJob): Promise<void>;
  /**
   * Runs a job again after the pause, unless another one waits under its key by then: that one
   * runs.
   */
  retryJob(job: TakenJob, pauseMs: number, error: string): Promise<void>;
  /** Returns a job that was left unfinished without a failure: this attempt does not count. */
  releaseJob(job: TakenJob): Promise<void>;
  /** Parks a job, which does not run again until an operator says so. */
  parkJob(job: TakenJob, error: string | null): Promise<void>;
  listParked(limit: number): Promise<readonly ParkedJob[]>;
  /** Runs a parked job again; false when there is no such one. */
  retryParked(id: bigint, action?: NewAction): Promise<boolean>;
  readQueue(): Promise<JobQueue>;
}

export interface NewJob {
  readonly kind: string;
  /** The subject of the job, kept small: not the data it works on. */
  readonly payload: unknown;
  /** The key of the job: never do two jobs of one kind and key wait. */
  readonly dedupeKey: string | null;
  /** The earliest time of the job; null for immediately. */
  readonly runAt: Date | null;
}

/** An attempt of a job. */
export interface TakenJob {
  readonly id: bigint;
  readonly attempt: number;
}

export interface Job extends TakenJob {
  readonly kind: string;
  readonly payload: unknown;
  /** The most runs; below `attempt` when the last allowed one never reported its end. */
  readonly maxAttempts: number;
}

export interface ParkedJob {
  readonly id: bigint;
  readonly kind: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly parkedAt: Date;
}

/** Port: jobs in pages, for admins; oldest first. */
export interface JobListStore {
  listJobs(query: JobQuery): Promise<readonly ListedJob[]>;
}

export interface JobQuery {
  readonly isParked: boolean;
  readonly after: bigint | null;
  readonly limit: number;
}

export interface ListedJob {
  readonly id: bigint;
  readonly kind: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly runAt: Date;
  /** Whether a process is working on it. */
  readonly isRunning: boolean;
  readonly lastError: string | null;
  readonly parkedAt: Date | null;
}

/** The state of the queue. Counts stop at MAX_COUNTED. */
export interface JobQueue {
  /** The number of jobs that are not parked. */
  readonly waiting: number;
  readonly parked: number;
  /** Seconds for which the oldest job has been due; 0 if none is. */
  readonly oldestDueSec: number;
}
