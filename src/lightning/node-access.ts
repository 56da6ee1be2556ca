import type { NodeIdentity } from './node-identity.ts';
import type { LightningNode } from './node-port.ts';

/**
 * Access to the service's own node, after the node's public key was found to be the one that the
 * database stores.
 */
export interface NodeAccess {
  readonly lightning: LightningNode;
  readonly node: NodeIdentity;
}
