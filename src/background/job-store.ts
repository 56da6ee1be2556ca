import type { NewAction } from '../alarms/operator-log/operator-action.ts';

/**
 * Port: jobs, which are work that no one waits for; each is a row until it is done. Times are those
 * of the database's clock. A process that runs a job may die, or be slow and lose it to another, so
 * a job may run twice.
 */
export interface JobStore {
  /**
   * Orders a job. Within the transaction of a change, call the SQL function `enqueue_job` instead.
   */
  enqueueJob(job: NewJob): Promise<void>;
  /**
   * Sets which kinds of jobs run regularly: once per slot of the given number of seconds, in any
   * process.
   */
  setSchedules(everySecByKind: ReadonlyMap<string, number>): Promise<void>;
  /** Takes due jobs of the given kinds, oldest first, and orders the regular ones that are due. */
  takeJobs(kinds: readonly string[], limit: number, leaseMs: number): Promise<readonly Job[]>;
  /**
   * Extends the lease of jobs. Returns those that this process still holds; others were lost to
   * other processes.
   */
  renewJobs(jobs: readonly TakenJob[], leaseMs: number): Promise<readonly TakenJob[]>;
  /** Removes a job that is done, and any job parked earlier under the same key. */
  finishJob(job: TakenJob): Promise<void>;
  /** Lets a job run again after a pause, unless another one with its key waits by then. */
  retryJob(job: TakenJob, pauseMs: number, error: string): Promise<void>;
  /**
   * Puts back a job that was left unfinished without a failure, so that this attempt does not
   * count.
   */
  releaseJob(job: TakenJob): Promise<void>;
  /** Parks a job, which then does not run again until an operator says so. */
  parkJob(job: TakenJob, error: string | null): Promise<void>;
  listParked(limit: number): Promise<readonly ParkedJob[]>;
  /** Runs a parked job again; false when there is no such one. */
  retryParked(id: bigint, action?: NewAction): Promise<boolean>;
  readQueue(): Promise<JobQueue>;
}

export interface NewJob {
  readonly kind: string;
  /** What the job is about, kept small: not the data that it works on. */
  readonly payload: unknown;
  /** The key of the job: of jobs with the same kind and key, no two ever wait. */
  readonly dedupeKey: string | null;
  /** The time before which the job does not run; null for immediately. */
  readonly runAt: Date | null;
}

/** A job that a process has taken, with the number of this attempt. */
export interface TakenJob {
  readonly id: bigint;
  readonly attempt: number;
}

export interface Job extends TakenJob {
  readonly kind: string;
  readonly payload: unknown;
  /**
   * The most runs of the job. It is less than `attempt` when the last allowed run never reported
   * its end.
   */
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

/** Port: lists of jobs for admins, oldest first. */
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
  /** Whether a process is working on the job. */
  readonly isRunning: boolean;
  readonly lastError: string | null;
  readonly parkedAt: Date | null;
}

/** How the queue of jobs stands. Counts stop at MAX_COUNTED. */
export interface JobQueue {
  /** The number of jobs that are not parked. */
  readonly waiting: number;
  readonly parked: number;
  /** Seconds for which the oldest job has been due; 0 if none is. */
  readonly oldestDueSec: number;
}
