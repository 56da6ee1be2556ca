import type { Sat } from '../base/amount.ts';
import type { PublishOutcome } from './chain-spending.ts';
import type { PeerAddress } from './peer-address.ts';

/**
 * Port: what operators do with a node. They put bitcoin into its wallet, open and close channels,
 * and keep the backup of its channels. Users' money is not moved by it. Faults (node away, answer
 * not understood, permission missing) are thrown as NodeFault.
 */
export interface NodeManagement {
  walletBalance(): Promise<WalletBalance>;
  /** Makes a new address of the node's wallet. */
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
   * No one else knows the transaction until it is published.
   */
  signPayment(order: ChainPaymentOrder): Promise<SignedPayment | Refused>;
  /** Hands a signed transaction, in hex, to the network. A repeat changes nothing. */
  publish(raw: string): Promise<PublishOutcome>;
  /** Whether the wallet knows a transaction to this address, in a block or not, since a time. */
  hasPaid(address: string, since: Date): Promise<boolean>;
  channelBackup(): Promise<ChannelBackup>;
  /**
   * Yields the backup of the channels after each change. Ends with a NodeFault or by the signal.
   */
  channelBackups(signal: AbortSignal): AsyncIterable<ChannelBackup>;
  close(): Promise<void>;
}

/** Bitcoin of the node that is in no channel. */
export interface WalletBalance {
  /** The sum that is in blocks and free to be spent. */
  readonly confirmedSat: Sat;
  /** The sum that is in no block yet. */
  readonly unconfirmedSat: Sat;
  /** The sum that a transaction in preparation has taken. */
  readonly lockedSat: Sat;
  /**
   * The part of the confirmed sum that must stay, so that channels can be closed when fees are
   * high.
   */
  readonly reservedSat: Sat;
}

/**
 * The output of a transaction that made a channel, with the transaction's id as block explorers
 * show it.
 */
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
  /** The number of blocks until a channel that opens is ready; null where the node does not say. */
  readonly blocksLeft: number | null;
}

export interface ChannelOrder {
  readonly peerPubkey: string;
  /**
   * Where the peer is: `host:port`, or `host` with the usual port; null when the node is connected
   * to it already.
   */
  readonly host: string | null;
  readonly amountSat: Sat;
  /** The fee rate of the funding transaction; null leaves the choice to the node. */
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

/** What became of an order to open a channel. */
export type ChannelOpening =
  | { readonly kind: 'begun'; readonly channelPoint: ChannelPoint }
  | Refused;

export type ChannelClose = { readonly kind: 'begun'; readonly closingTxid: string } | Refused;

/** A backup from which, with the words of its wallet, LND gets back what it has in channels. */
export interface ChannelBackup {
  /**
   * The channels in the backup as `txid:index`, ascending. The bytes differ each time, so backups
   * are compared by these.
   */
  readonly channelPoints: readonly string[];
  /** The backup, which the node has encrypted with a key that follows from its words. */
  readonly bytes: Uint8Array;
}
