/** The managed node cannot run as things are: a sentence for the operator. */
export class ManagedNodeError extends Error {
  override readonly name = 'ManagedNodeError';
}
