/**
 * Port: work that nobody waits for, each piece a row until it is done. Time is the database's own
 * clock. Whoever runs a job may die, or be slow and lose it to another: it may run twice.
 */
export interface JobStore {
  /** In the transaction of a change, call the SQL function `enqueue_job` instead. */
  enqueueJob(job: NewJob): Promise<void>;
  /** Kinds that are to run once in every slot of so many seconds, by whichever process. */
  setSchedules(everySecByKind: ReadonlyMap<string, number>): Promise<void>;
  /** Takes of these kinds what is due, oldest first, and begins the slots that have come. */
  takeJobs(kinds: readonly string[], limit: number, leaseMs: number): Promise<readonly Job[]>;
  /** Answers those that are still this process's own; the others were lost to somebody. */
  renewJobs(jobs: readonly TakenJob[], leaseMs: number): Promise<readonly TakenJob[]>;
  /** Done: the row goes, and so does one that was parked under the same key before. */
  finishJob(job: TakenJob): Promise<void>;
  /** To be run again after the pause; if another waits under its key by now, by that one. */
  retryJob(job: TakenJob, pauseMs: number, error: string): Promise<void>;
  /** Given back unfinished, without fault of its own: this attempt does not count. */
  releaseJob(job: TakenJob): Promise<void>;
  /** Runs no more until an operator says so. */
  parkJob(job: TakenJob, error: string | null): Promise<void>;
  listParked(limit: number): Promise<readonly ParkedJob[]>;
  /** False when no such job is parked. */
  retryParked(id: bigint): Promise<boolean>;
  readQueue(): Promise<JobQueue>;
}

export interface NewJob {
  readonly kind: string;
  /** Small: what it is about, not what is known of it. */
  readonly payload: unknown;
  /** Of one kind and key never two wait. */
  readonly dedupeKey: string | null;
  /** Not earlier; null: at once. */
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
  /** Below `attempt` when the last run that it had was never ended. */
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

export interface JobQueue {
  /** All that are not parked. */
  readonly waiting: number;
  readonly parked: number;
  /** How long the first has been due, 0 when none is. */
  readonly oldestDueSec: number;
}
