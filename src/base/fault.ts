/**
 * The world failed: a database or a node is away. Adapters throw it, the edge or a worker's loop
 * catches it, nothing between them does.
 */
export abstract class Fault extends Error {
  /** Whether the same call may succeed a moment later, with nothing changed on our side. */
  abstract readonly isTransient: boolean;
}
