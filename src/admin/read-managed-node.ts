import type {
  NodeManagement,
  PendingChannel,
  WalletBalance,
} from '../lightning/node-management.ts';
import { NodeFault } from '../lightning/node-port.ts';

/**
 * What a managed node has in addition to open channels: bitcoin, and channels that are opening or
 * closing.
 */
export interface ManagedNode {
  readonly wallet: WalletBalance;
  readonly pending: readonly PendingChannel[];
}

/**
 * Asks a managed node for its bitcoin and for channels that are opening or closing; null while it
 * does not answer.
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
