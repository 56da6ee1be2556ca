import type { NewAction } from '../alarms/operator-log/operator-action.ts';

/**
 * Port: jobs, which are pieces of work for which no caller waits. Each is a row until it is done.
 * Times are those of the database's clock. A process that runs a job may die, or be so slow that
 * another process takes the job over, so a job may run twice.
 */
export interface JobStore {
  /**
   * Orders a job in a statement of its own. To order a job together with a change of other rows,
   * call the SQL function `enqueue_job` in their transaction instead.
   */
  enqueueJob(job: NewJob): Promise<void>;
  /**
   * Sets which kinds of jobs run regularly: once in each slot of so many seconds, in whichever
   * process is first.
   */
  setSchedules(everySecByKind: ReadonlyMap<string, number>): Promise<void>;
  /**
   * Takes due jobs of the given kinds, oldest first. Regular jobs whose next time has come are
   * added to the queue first.
   */
  takeJobs(kinds: readonly string[], limit: number, leaseMs: number): Promise<readonly Job[]>;
  /**
   * Extends the lease of jobs. Returns those that this process still holds; others were lost to
   * other processes.
   */
  renewJobs(jobs: readonly TakenJob[], leaseMs: number): Promise<readonly TakenJob[]>;
  /**
   * Removes a job that is done, and any earlier job under the same key that was parked after too
   * many failures.
   */
  finishJob(job: TakenJob): Promise<void>;
  /**
   * Lets a failed job run again after a pause. If another job with its key waits by then, that one
   * does the same work, and this job is removed.
   */
  retryJob(job: TakenJob, pauseMs: number, error: string): Promise<void>;
  /**
   * Puts back a job that was interrupted without a failure, as when its process stops. The
   * interrupted attempt does not count.
   */
  releaseJob(job: TakenJob): Promise<void>;
  /** Parks a job that failed too often: it does not run again until an operator says so. */
  parkJob(job: TakenJob, error: string | null): Promise<void>;
  listParked(limit: number): Promise<readonly ParkedJob[]>;
  /** Runs a parked job again; false when no parked job has this id. */
  retryParked(id: bigint, action?: NewAction): Promise<boolean>;
  readQueue(): Promise<JobQueue>;
}

export interface NewJob {
  readonly kind: string;
  /** What the job is about, such as an id. The data on which it works stays in its own tables. */
  readonly payload: unknown;
  /**
   * The key of the job. Two jobs with the same kind and key never wait at the same time. Null for a
   * job without such a bound.
   */
  readonly dedupeKey: string | null;
  /** The time before which the job does not run; null for immediately. */
  readonly runAt: Date | null;
}

/** A job that a process has taken, with the number of the attempt for which it was taken. */
export interface TakenJob {
  readonly id: bigint;
  readonly attempt: number;
}

export interface Job extends TakenJob {
  readonly kind: string;
  readonly payload: unknown;
  /**
   * The most runs of the job. The number of the present attempt may exceed it, if the process of
   * the last allowed run died before it could report an end.
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

/** The state of the queue of jobs, for operators. Counts stop at MAX_COUNTED. */
export interface JobQueue {
  /** The number of jobs that are not parked, that is, that wait to run or are running. */
  readonly waiting: number;
  readonly parked: number;
  /** Seconds for which the oldest waiting job has been due; 0 if none is due. */
  readonly oldestDueSec: number;
}
