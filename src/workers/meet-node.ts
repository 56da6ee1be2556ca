import type { LightningNode } from '../lightning/node-port.ts';
import type { NodeIdentity } from '../wallet/node-identity.ts';
import type { NodeStore } from '../wallet/node-store.ts';
import { takeBaseline } from './take-baseline.ts';

export interface MeetNodeDeps {
  readonly lightning: Pick<LightningNode, 'incoming' | 'settledInvoices'>;
  readonly nodes: Pick<NodeStore, 'readCursor' | 'setBaseline'>;
  readonly node: NodeIdentity;
  readonly stop: AbortSignal;
}

/**
 * Before the first call is ever served: remembers what the node had received until now, which is
 * not ours. Later would be too late, as a payment of our first invoice could be taken for old.
 */
export async function meetNode({ lightning, nodes, node, stop }: MeetNodeDeps): Promise<void> {
  const { baseline } = await nodes.readCursor(node.pubkey);
  if (baseline !== null) return;
  // Should another process be quicker, its baseline holds: neither has served anybody yet.
  await nodes.setBaseline(node.pubkey, await takeBaseline(lightning, stop), NO_LEADER_YET);
}

/** Above every fence: the baseline is no matter of who leads. */
const NO_LEADER_YET = 2n ** 63n - 1n;
