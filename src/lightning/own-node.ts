import type { NodeIdentity } from './node-identity.ts';
import { type LightningNode, NodeFault } from './node-port.ts';

export interface OwnNodeDeps {
  readonly lightning: Pick<LightningNode, 'info' | 'connectionsOpened'>;
  readonly node: Pick<NodeIdentity, 'pubkey'>;
}

/**
 * Asks who the node is, and throws when another one is at our address. The returned function tells
 * whether all answers since then came from ours: a connection that was opened meanwhile may lead to
 * another node.
 */
export async function requireOwnNode(deps: OwnNodeDeps): Promise<() => boolean> {
  const { lightning } = deps;
  const openedBefore = lightning.connectionsOpened;
  await askWhoItIs(deps);
  const { connectionsOpened } = lightning;
  if (connectionsOpened !== openedBefore) {
    // The node is asked again, as the first question, or a call beside it, may have opened a
    // connection that leads elsewhere.
    await askWhoItIs(deps);
  }
  return () => lightning.connectionsOpened === connectionsOpened;
}

async function askWhoItIs({ lightning, node }: OwnNodeDeps): Promise<void> {
  const { pubkey } = await lightning.info();
  if (pubkey === node.pubkey) return;
  throw new NodeFault(`the node at our address is ${pubkey}, which is not ours`);
}
