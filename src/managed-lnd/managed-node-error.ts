/** Thrown when the managed node cannot run as things are, with a sentence for operators. */
export class ManagedNodeError extends Error {
  override readonly name = 'ManagedNodeError';
}
