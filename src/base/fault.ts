/**
 * The world failed: a database or a node is away. Adapters throw it, the edge or a worker's loop
 * catches it, and nothing in between does.
 */
export abstract class Fault extends Error {
  /** Whether the same call may succeed a moment later without any change on our side. */
  abstract readonly isTransient: boolean;
  /** Whether the database is away: all that needs it fails alike, until it is back. */
  readonly isOutage: boolean = false;
}

export const isOutage = (error: unknown): boolean =>
  error instanceof Fault && (error.isOutage || isOutage(error.cause));
