import type { Backoff } from './backoff.ts';

/** A kind of job, and how it is done. */
export interface JobKind {
  /**
   * Runs the job, and throws when it failed. It may run twice, or beside a slow run of the same job
   * that was taken for dead. It ends soon after its signal.
   */
  readonly work: (payload: unknown, signal: AbortSignal, jobId: bigint) => Promise<void>;
  /** The seconds of a slot, in each of which the job also runs once, in one of all processes. */
  readonly everySec?: number;
  /** Kinds of one group wait for the same thing, so that few of them run at once in a process. */
  readonly group?: JobGroup;
  /** Pauses between failed attempts, if not the usual ones. */
  readonly pauses?: Backoff;
  /**
   * After its last attempt the job is forgotten instead of parked, as something else tells of it.
   */
  readonly isDroppedAtEnd?: boolean;
}

export type JobGroup = 'mail';

/** Kinds of jobs by the name under which the database keeps them, which stays. */
export type Jobs = Readonly<Record<string, JobKind>>;

/** Seconds between runs of a job that nothing waits for. */

/** A loop runs until its signal aborts. */
export type Loop = (signal: AbortSignal) => Promise<void>;
