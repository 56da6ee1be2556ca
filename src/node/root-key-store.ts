/**
 * Port: the root keys at the node of macaroons that this service has or had. They are noted before
 * the node or a file is changed, so that whatever a rotation that was cut off has left at the node
 * can be found and deleted.
 */
export interface RootKeyStore {
  addRootKeys(ids: readonly string[]): Promise<void>;
  listRootKeys(): Promise<readonly string[]>;
  /** Forgets root keys that are deleted at the node. */
  removeRootKeys(ids: readonly string[]): Promise<void>;
}
