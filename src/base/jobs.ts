import type { Backoff } from './backoff.ts';

/** How jobs of one kind are done. */
export interface JobKind {
  /**
   * Throws when it failed. It may run twice, or beside a slow run of the same job that was taken
   * for dead. It ends soon after its signal.
   */
  readonly work: (payload: unknown, signal: AbortSignal, jobId: bigint) => Promise<void>;
  /** Also runs once per slot of this many seconds, in one of all processes. */
  readonly everySec?: number;
  /** Kinds of one group wait for the same thing, so that few of them run at once in a process. */
  readonly group?: JobGroup;
  /** Between failed attempts, if not the usual ones. */
  readonly pauses?: Backoff;
  /** After the last attempt it is forgotten instead of parked: something else tells of it. */
  readonly isDroppedAtEnd?: boolean;
}

export type JobGroup = 'mail';

/** By the name under which the database keeps them, which stays. */
export type Jobs = Readonly<Record<string, JobKind>>;

/** How often a job runs that nothing waits for. */

/** Runs until its signal. */
export type Loop = (signal: AbortSignal) => Promise<void>;
