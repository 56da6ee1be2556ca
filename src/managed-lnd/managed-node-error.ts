/**
 * Thrown when the managed node cannot run in its present condition. The message is a sentence for
 * operators.
 */
export class ManagedNodeError extends Error {
  override readonly name = 'ManagedNodeError';
}
