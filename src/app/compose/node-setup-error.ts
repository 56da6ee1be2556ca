/** The configured access to the node cannot work: the operator has to change something. */
export class NodeSetupError extends Error {
  override readonly name = 'NodeSetupError';
}
