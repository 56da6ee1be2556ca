import type { NewAction } from '../alarms/operator-log/operator-action.ts';

/**
 * Port: work that no one waits for, each piece a row until it is done. It uses the database's
 * clock. A process running a job may die, or be slow and lose it to another: a job may run twice.
 */
export interface JobStore {
  /** To enqueue in the transaction of a change, call the SQL function `enqueue_job` instead. */
  enqueueJob(job: NewJob): Promise<void>;
  /** Kinds to run once per slot of the given number of seconds, by any process. */
  setSchedules(everySecByKind: ReadonlyMap<string, number>): Promise<void>;
  /** Takes due jobs of these kinds, oldest first, and starts the slots that are due. */
  takeJobs(kinds: readonly string[], limit: number, leaseMs: number): Promise<readonly Job[]>;
  /** Returns the jobs that this process still holds; the others were lost to other processes. */
  renewJobs(jobs: readonly TakenJob[], leaseMs: number): Promise<readonly TakenJob[]>;
  /** Done: removes the row, and any job parked earlier under the same key. */
  finishJob(job: TakenJob): Promise<void>;
  /** Runs again after the pause, unless another job waits under its key by then: that one runs. */
  retryJob(job: TakenJob, pauseMs: number, error: string): Promise<void>;
  /** Returned unfinished through no fault of its own: this attempt does not count. */
  releaseJob(job: TakenJob): Promise<void>;
  /** Does not run again until an operator says so. */
  parkJob(job: TakenJob, error: string | null): Promise<void>;
  listParked(limit: number): Promise<readonly ParkedJob[]>;
  /** False when no such job is parked. */
  retryParked(id: bigint, action?: NewAction): Promise<boolean>;
  readQueue(): Promise<JobQueue>;
}

export interface NewJob {
  readonly kind: string;
  /** Keep it small: what the job is about, not the data it works on. */
  readonly payload: unknown;
  /** Never do two jobs of one kind and key wait. */
  readonly dedupeKey: string | null;
  /** Not before this time; null for immediately. */
  readonly runAt: Date | null;
}

/** One attempt of one job. */
export interface TakenJob {
  readonly id: bigint;
  readonly attempt: number;
}

export interface Job extends TakenJob {
  readonly kind: string;
  readonly payload: unknown;
  /** Below `attempt` when the last allowed run never reported its end. */
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
  /** A process is working on it. */
  readonly isRunning: boolean;
  readonly lastError: string | null;
  readonly parkedAt: Date | null;
}

/** Counts stop at MAX_COUNTED. */
export interface JobQueue {
  /** All jobs that are not parked. */
  readonly waiting: number;
  readonly parked: number;
  /** How long the oldest job has been due, 0 if none is. */
  readonly oldestDueSec: number;
}
