import type { NodeIdentity } from './node-identity.ts';
import { type LightningNode, NodeFault } from './node-port.ts';

export interface OwnNodeDeps {
  readonly lightning: Pick<LightningNode, 'info' | 'connectionsOpened'>;
  readonly node: Pick<NodeIdentity, 'pubkey'>;
}

/**
 * Asks the node who it is, and throws when it is not ours. The returned function tells whether all
 * answers since then came from our node: it returns false once another connection was opened,
 * because that one may lead to another node.
 */
export async function requireOwnNode(deps: OwnNodeDeps): Promise<() => boolean> {
  const { lightning } = deps;
  const openedBefore = lightning.connectionsOpened;
  await askWhoItIs(deps);
  const { connectionsOpened } = lightning;
  if (connectionsOpened !== openedBefore) {
    // The node is asked again, because the first question, or another call at the same time, may
    // have opened a connection that leads to another node.
    await askWhoItIs(deps);
  }
  return () => lightning.connectionsOpened === connectionsOpened;
}

async function askWhoItIs({ lightning, node }: OwnNodeDeps): Promise<void> {
  const { pubkey } = await lightning.info();
  if (pubkey === node.pubkey) return;
  throw new NodeFault(`the node at our address is ${pubkey}, which is not ours`);
}
