import type { Backoff } from './backoff.ts';

/** A kind of job, and how it is done. */
export interface JobKind {
  /**
   * Runs the job, and throws when it fails. It may run twice, or beside a slow run of the same job
   * that was taken for dead. It has to end soon after its signal.
   */
  readonly work: (payload: unknown, signal: AbortSignal, jobId: bigint) => Promise<void>;
  /**
   * The length of a slot in seconds. In each slot the job also runs once by itself, in one of all
   * processes.
   */
  readonly everySec?: number;
  /**
   * The group of the kind: its jobs wait for the same thing, so that few of them run at once in a
   * process.
   */
  readonly group?: JobGroup;
  /** Pauses between failed attempts, if not the usual ones. */
  readonly pauses?: Backoff;
  /**
   * Whether the job is forgotten after its last attempt instead of parked, as something else tells
   * of it.
   */
  readonly isDroppedAtEnd?: boolean;
}

export type JobGroup = 'mail';

/** Kinds of jobs by name. The database stores these names, so they never change. */
export type Jobs = Readonly<Record<string, JobKind>>;

/** Seconds between runs of jobs that nothing waits for. */

/** A loop runs until its signal aborts. */
export type Loop = (signal: AbortSignal) => Promise<void>;
