/**
 * The error when the configured access to the node cannot work. The operator has to change the
 * settings.
 */
export class NodeSetupError extends Error {
  override readonly name = 'NodeSetupError';
}
