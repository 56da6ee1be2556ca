import type {
  NodeManagement,
  PendingChannel,
  WalletBalance,
} from '../lightning/node-management.ts';
import { NodeFault } from '../lightning/node-port.ts';

/** What a node has outside of its open channels. */
export interface ManagedNode {
  readonly wallet: WalletBalance;
  readonly pending: readonly PendingChannel[];
}

/** Null while the node does not answer. */
export async function readManagedNode(management: NodeManagement): Promise<ManagedNode | null> {
  try {
    const [wallet, pending] = await Promise.all([
      management.walletBalance(),
      management.pendingChannels(),
    ]);
    return { wallet, pending };
  } catch (error) {
    if (error instanceof NodeFault) return null;
    throw error;
  }
}
