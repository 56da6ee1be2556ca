import type {
  NodeManagement,
  PendingChannel,
  WalletBalance,
} from '../lightning/node-management.ts';
import { NodeFault } from '../lightning/node-port.ts';

/** Bitcoin and channels of a node, apart from the open channels. */
export interface ManagedNode {
  readonly wallet: WalletBalance;
  readonly pending: readonly PendingChannel[];
}

/** Asks a node for what it has beside open channels; null while it does not answer. */
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
