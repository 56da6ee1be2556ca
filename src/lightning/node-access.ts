import type { NodeIdentity } from './node-identity.ts';
import type { LightningNode } from './node-port.ts';

/** The node of the service, which was found to be the one that the database belongs to. */
export interface NodeAccess {
  readonly lightning: LightningNode;
  readonly node: NodeIdentity;
}
