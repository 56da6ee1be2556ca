import type { Sat } from '../base/amount.ts';

/**
 * Port: what operators do with a node. They put bitcoin into its wallet, open and close channels,
 * and keep the backup of its channels. Nothing here belongs to a user. Faults (node away, answer
 * not understood, permission missing) are thrown as NodeFault.
 */
export interface NodeManagement {
  walletBalance(): Promise<WalletBalance>;
  /** A new address of the node's wallet. */
  newAddress(): Promise<string>;
  pendingChannels(): Promise<readonly PendingChannel[]>;
  /** Connects to the peer if it is not connected, and begins to open a channel to it. */
  openChannel(order: ChannelOrder): Promise<ChannelOpening>;
  /** Begins to close an open channel together with its peer. */
  closeChannel(order: ChannelClosing): Promise<ChannelClose>;
  channelBackup(): Promise<ChannelBackup>;
  /** The backup after each change of the channels. Ends with a NodeFault or by the signal. */
  channelBackups(signal: AbortSignal): AsyncIterable<ChannelBackup>;
  close(): Promise<void>;
}

/** Bitcoin of the node outside its channels. */
export interface WalletBalance {
  /** In blocks, and free to be spent. */
  readonly confirmedSat: Sat;
  /** Not in a block yet. */
  readonly unconfirmedSat: Sat;
  /** Coins that a transaction in preparation has taken. */
  readonly lockedSat: Sat;
  /** The part of the confirmed sum that must stay, to close channels with when fees are high. */
  readonly reservedSat: Sat;
}

/** The output of a transaction that made a channel: its id, as block explorers show it. */
export interface ChannelPoint {
  readonly txid: string;
  readonly outputIndex: number;
}

export interface PendingChannel {
  readonly state: 'opening' | 'closing' | 'force_closing';
  readonly peerPubkey: string;
  readonly channelPoint: ChannelPoint;
  readonly capacitySat: Sat;
  readonly localSat: Sat;
  /** While it opens: how many blocks are missing; null where the node does not say. */
  readonly blocksLeft: number | null;
}

export interface ChannelOrder {
  readonly peerPubkey: string;
  /** `host:port`, or `host` for the usual port; null when the node is connected to it already. */
  readonly host: string | null;
  readonly amountSat: Sat;
  /** What the funding transaction pays; null leaves the choice to the node. */
  readonly satPerVbyte: bigint | null;
}

export interface ChannelClosing {
  readonly channelPoint: ChannelPoint;
  readonly satPerVbyte: bigint | null;
}

/** The node refuses in words that an operator understands; nothing has begun then. */
export type ChannelOpening =
  | { readonly kind: 'begun'; readonly channelPoint: ChannelPoint }
  | { readonly kind: 'refused'; readonly detail: string };

export type ChannelClose =
  | { readonly kind: 'begun'; readonly closingTxid: string }
  | { readonly kind: 'refused'; readonly detail: string };

/** From it and the words of the wallet, LND gets back what it has in channels. */
export interface ChannelBackup {
  /** As `txid:index`, ascending. The bytes differ each time, so backups are compared by this. */
  readonly channelPoints: readonly string[];
  /** Encrypted by the node with a key that its words give. */
  readonly bytes: Uint8Array;
}
