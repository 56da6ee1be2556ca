/**
 * An error of the world around the process: for example, the database or the node is away. Adapters
 * throw it, and only the edge (an HTTP server or command) or a worker's loop catches it.
 */
export abstract class Fault extends Error {
  /** Whether the same call may succeed a moment later without any change on our side. */
  abstract readonly isTransient: boolean;
  /**
   * The part (database or node) that is away, so that no call can use it for now; null if only this
   * call failed.
   */
  readonly away: AwayPart | null = null;
  /**
   * Whether the call has already waited for as long as callers should, so that it must not be
   * repeated at once.
   */
  readonly hasWaited: boolean = false;
  /**
   * Whether the call was refused because it waits until operators lift a lockdown. Nothing was done
   * then.
   */
  readonly isLockedDown: boolean = false;
}

/** What was asked for waits until operators lift a lockdown: see src/lockdown/. */
export class LockdownFault extends Fault {
  override readonly name = 'LockdownFault';
  override readonly isTransient = false;
  override readonly isLockedDown = true;

  constructor() {
    super('the operators have locked this service down: this waits until they lift it');
  }
}

/** Parts outside of this process: while one is away, all calls that need it fail. */
export type AwayPart = 'database' | 'node';

/**
 * Seconds after which callers are told to come again while the database or the node is away. A
 * standby database takes over within seconds.
 */
export const AWAY_RETRY_SEC = 5;

/**
 * Finds the part (database or node) that is away, if that is why a call failed. The caller is then
 * told to come back in a moment.
 */
export function awayPart(error: unknown): AwayPart | null {
  return error instanceof Fault ? (error.away ?? awayPart(error.cause)) : null;
}

export const isDatabaseAway = (error: unknown): boolean => awayPart(error) === 'database';

export const hasWaited = (error: unknown): boolean => error instanceof Fault && error.hasWaited;

/** Seconds after which callers are told to come again during a lockdown, which a person ends. */
export const LOCKDOWN_RETRY_SEC = 300;

export const isLockedDown = (error: unknown): boolean =>
  error instanceof Fault && (error.isLockedDown || isLockedDown(error.cause));

/** Whether a call that failed with this error may be repeated at once. */
export const isRepeatable = (error: unknown): boolean =>
  error instanceof Fault && error.isTransient && !error.hasWaited;
