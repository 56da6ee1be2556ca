/**
 * An error of the world around: a database or a node is away. Adapters throw it, the edge or a
 * worker's loop catches it, and nothing in between does.
 */
export abstract class Fault extends Error {
  /** Whether the same call may succeed a moment later without any change on our side. */
  abstract readonly isTransient: boolean;
  /** The part that no call can use for now; null if only this call failed. */
  readonly away: AwayPart | null = null;
  /**
   * Whether the call has waited for as long as callers should, so that it is not repeated at once.
   */
  readonly hasWaited: boolean = false;
}

/** The parts outside of this process on which all calls of a kind depend. */
export type AwayPart = 'database' | 'node';

/** Seconds after which callers may come again: a standby takes over within seconds. */
export const AWAY_RETRY_SEC = 5;

/**
 * Finds the part that is away, if a call failed for that reason: its caller is then told to come
 * back in a moment.
 */
export function awayPart(error: unknown): AwayPart | null {
  return error instanceof Fault ? (error.away ?? awayPart(error.cause)) : null;
}

export const isDatabaseAway = (error: unknown): boolean => awayPart(error) === 'database';

export const hasWaited = (error: unknown): boolean => error instanceof Fault && error.hasWaited;

/** Whether a call that failed so may be repeated at once. */
export const isRepeatable = (error: unknown): boolean =>
  error instanceof Fault && error.isTransient && !error.hasWaited;
