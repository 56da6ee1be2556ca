import type { NodeIdentity } from './node-identity.ts';
import type { LightningNode } from './node-port.ts';

/**
 * The service's own node, after its public key was found to be the one that the database stores.
 */
export interface NodeAccess {
  readonly lightning: LightningNode;
  readonly node: NodeIdentity;
}
