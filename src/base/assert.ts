/** A broken promise of our own code. It is logged and never shown to a caller. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}

/** Ends a switch over a closed union: a new member that has no case does not compile. */
export function assertNever(value: never): never {
  throw new BugError(`unexpected value: ${String(value)}`);
}
