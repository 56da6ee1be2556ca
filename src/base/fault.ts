/**
 * The world failed: a database or a node is away. Adapters throw it, the edge or a worker's loop
 * catches it, and nothing in between does.
 */
export abstract class Fault extends Error {
  /** Whether the same call may succeed a moment later without any change on our side. */
  abstract readonly isTransient: boolean;
  /** Whether the database cannot be used for now, by this call or any other. */
  readonly meansAway: boolean = false;
  /** Whether its call has waited for as long as callers should: a repeat at once would as well. */
  readonly hasWaited: boolean = false;
}

/** When callers may come again: a standby takes over within seconds. */
export const AWAY_RETRY_SEC = 5;

/** Whether a caller is told to come back in a moment, as the database cannot be used for now. */
export const meansAway = (error: unknown): boolean =>
  error instanceof Fault && (error.meansAway || meansAway(error.cause));

export const hasWaited = (error: unknown): boolean => error instanceof Fault && error.hasWaited;

/** Whether the same call may be repeated at once. */
export const isRepeatable = (error: unknown): boolean =>
  error instanceof Fault && error.isTransient && !error.hasWaited;
