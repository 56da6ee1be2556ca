import type { Backoff } from './backoff.ts';

/** A kind of job, and how it is done. */
export interface JobKind {
  /**
   * Runs the job, and throws when it fails. A job may run twice, or beside a slow run of itself
   * that was taken for dead, so it has to bear that. It has to end soon after its signal aborts.
   */
  readonly work: (payload: unknown, signal: AbortSignal, jobId: bigint) => Promise<void>;
  /**
   * For regular work, the length of a slot in seconds: in each slot the job runs once by itself, in
   * one of all processes. Absent for jobs that run only when they are ordered.
   */
  readonly everySec?: number;
  /**
   * The group of the kind. Jobs of a group wait for the same thing, such as the mail server, so
   * each process runs only a few of them at once.
   */
  readonly group?: JobGroup;
  /** Pauses between failed attempts; the usual ones if absent. */
  readonly pauses?: Backoff;
  /**
   * Whether a job is dropped after its last failed attempt instead of being parked for operators,
   * as an alarm already tells them of the failure.
   */
  readonly isDroppedAtEnd?: boolean;
}

export type JobGroup = 'alarm receiver' | 'mail' | 'push';

/** Kinds of jobs by name. The database stores these names, so they never change. */
export type Jobs = Readonly<Record<string, JobKind>>;

/** A loop runs until its signal aborts. */
export type Loop = (signal: AbortSignal) => Promise<void>;
