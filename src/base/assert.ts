/** A bug: our own code has broken an invariant. It is logged and never shown to a caller. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}
