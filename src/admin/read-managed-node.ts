import type {
  NodeManagement,
  PendingChannel,
  WalletBalance,
} from '../lightning/node-management.ts';
import { NodeFault } from '../lightning/node-port.ts';

/** What a node has beside open channels: bitcoin, and channels that open or close. */
export interface ManagedNode {
  readonly wallet: WalletBalance;
  readonly pending: readonly PendingChannel[];
}

/**
 * Asks a node for its bitcoin and for channels that open or close; null while it does not answer.
 */
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
