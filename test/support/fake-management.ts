import { sat } from '../../src/base/amount.ts';
import type {
  ChannelBackup,
  ChannelClose,
  ChannelClosing,
  ChannelOpening,
  ChannelOrder,
  NodeManagement,
  PeerConnection,
  PendingChannel,
  WalletBalance,
} from '../../src/lightning/node-management.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import type { PeerAddress } from '../../src/lightning/peer-address.ts';

/** A node that operators manage. A test sets what it has, and inspects what it was told. */
export interface FakeManagement extends NodeManagement {
  readonly has: {
    wallet: WalletBalance;
    pending: readonly PendingChannel[];
    backup: ChannelBackup;
    /** The answer to the next order of a channel; `lost` when no answer comes. */
    opening: ChannelOpening | 'lost';
    closing: ChannelClose | 'lost';
    connection: PeerConnection;
    isAway: boolean;
  };
  readonly told: {
    addresses: number;
    readonly opened: ChannelOrder[];
    readonly closed: ChannelClosing[];
    readonly connected: PeerAddress[];
  };
}

export const NO_BITCOIN: WalletBalance = {
  confirmedSat: sat(0n),
  unconfirmedSat: sat(0n),
  lockedSat: sat(0n),
  reservedSat: sat(0n),
};

const CLOSING_TXID = 'fe'.repeat(32);

export function createFakeManagement(): FakeManagement {
  const has: FakeManagement['has'] = {
    wallet: NO_BITCOIN,
    pending: [],
    backup: { channelPoints: [`${'cd'.repeat(32)}:0`], bytes: Uint8Array.of(0, 255, 128, 10) },
    opening: { kind: 'begun', channelPoint: { txid: 'ef'.repeat(32), outputIndex: 1 } },
    closing: { kind: 'begun', closingTxid: CLOSING_TXID },
    connection: { kind: 'connected' },
    isAway: false,
  };
  const told: FakeManagement['told'] = { addresses: 0, opened: [], closed: [], connected: [] };
  const answer = async <T>(said: T): Promise<T> => {
    if (has.isAway) throw new NodeFault('the node is away');
    return said;
  };
  return {
    has,
    told,
    walletBalance: () => answer(has.wallet),
    newAddress: async () => {
      await answer(null);
      told.addresses += 1;
      return `bcrt1q${String(told.addresses).padStart(38, 'q')}`;
    },
    pendingChannels: () => answer(has.pending),
    openChannel: async (order) => {
      await answer(null);
      told.opened.push(order);
      if (has.opening === 'lost') throw new NodeFault('no answer came');
      return has.opening;
    },
    closeChannel: async (order) => {
      await answer(null);
      told.closed.push(order);
      if (has.closing === 'lost') throw new NodeFault('no answer came');
      return has.closing;
    },
    connectPeer: async (peer) => {
      await answer(null);
      told.connected.push(peer);
      return has.connection;
    },
    signPayment: () => answer({ kind: 'refused', detail: 'the wallet is empty' } as const),
    publish: () => answer({ kind: 'handed_over' } as const),
    hasPaid: () => answer(false),
    channelBackup: () => answer(has.backup),
    channelBackups: async function* () {
      yield has.backup;
    },
    close: async () => undefined,
  };
}
