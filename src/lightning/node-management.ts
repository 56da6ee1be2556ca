import type { Sat } from '../base/amount.ts';
import type { PeerAddress } from './peer-address.ts';

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
  /** Connects to a node, so that it can open a channel to ours; at once if it is connected. */
  connectPeer(peer: PeerAddress): Promise<PeerConnection>;
  /** Connects to the peer if it is not connected, and begins to open a channel to it. */
  openChannel(order: ChannelOrder): Promise<ChannelOpening>;
  /** Begins to close an open channel together with its peer. */
  closeChannel(order: ChannelClosing): Promise<ChannelClose>;
  /**
   * Makes and signs a transaction that pays from the wallet, and locks its coins for some minutes.
   * It is known to nobody until it is published.
   */
  signPayment(order: ChainPaymentOrder): Promise<SignedPayment | Refused>;
  /** Hands a signed transaction, in hex, to the network. A repeat changes nothing. */
  publish(raw: string): Promise<{ readonly kind: 'published' } | Refused>;
  /** Whether the wallet knows a transaction to this address, in a block or not, since a time. */
  hasPaid(address: string, since: Date): Promise<boolean>;
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

export interface ChainPaymentOrder {
  readonly address: string;
  readonly amountSat: Sat;
  readonly satPerVbyte: bigint | null;
}

export interface SignedPayment {
  readonly kind: 'signed';
  readonly txid: string;
  /** The whole transaction in hex. */
  readonly raw: string;
  readonly feeSat: Sat;
}

/** The node refuses in words that an operator understands; nothing has begun then. */
export interface Refused {
  readonly kind: 'refused';
  readonly detail: string;
}

export type PeerConnection = { readonly kind: 'connected' } | Refused;

export type ChannelOpening =
  | { readonly kind: 'begun'; readonly channelPoint: ChannelPoint }
  | Refused;

export type ChannelClose = { readonly kind: 'begun'; readonly closingTxid: string } | Refused;

/** From it and the words of the wallet, LND gets back what it has in channels. */
export interface ChannelBackup {
  /** As `txid:index`, ascending. The bytes differ each time, so backups are compared by this. */
  readonly channelPoints: readonly string[];
  /** Encrypted by the node with a key that its words give. */
  readonly bytes: Uint8Array;
}
