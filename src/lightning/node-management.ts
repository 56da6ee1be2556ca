import type { Sat } from '../base/amount.ts';
import type { PublishOutcome } from './chain-spending.ts';
import type { PeerAddress } from './peer-address.ts';

/**
 * Port: what operators do with a node. They put bitcoin into its wallet, open and close channels,
 * and keep the backup of its channels. None of this moves users' money. Faults (node away, answer
 * not understood, permission missing) are thrown as NodeFault.
 */
export interface NodeManagement {
  walletBalance(): Promise<WalletBalance>;
  /** Makes a new address of the node's wallet. */
  newAddress(): Promise<string>;
  pendingChannels(): Promise<readonly PendingChannel[]>;
  /**
   * Connects to a node, so that it can open a channel to ours. Returns at once if the two are
   * connected already.
   */
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
  /** Hands a signed transaction, in hex, to the network. Repeating the call changes nothing. */
  publish(raw: string): Promise<PublishOutcome>;
  /** Whether the wallet knows a transaction to this address since a time, confirmed or not. */
  hasPaid(address: string, since: Date): Promise<boolean>;
  channelBackup(): Promise<ChannelBackup>;
  /**
   * Yields the backup of the channels after each change. Ends with a NodeFault or by the signal.
   */
  channelBackups(signal: AbortSignal): AsyncIterable<ChannelBackup>;
  close(): Promise<void>;
}

/** The on-chain bitcoin of the node, which is in no channel. */
export interface WalletBalance {
  /** The confirmed bitcoin that can be spent now. */
  readonly confirmedSat: Sat;
  /** The bitcoin in transactions that no block contains yet. */
  readonly unconfirmedSat: Sat;
  /** The bitcoin that is locked for a transaction in preparation. */
  readonly lockedSat: Sat;
  /**
   * The part of the confirmed bitcoin that must stay in the wallet, so that channels can be closed
   * even when fees are high.
   */
  readonly reservedSat: Sat;
}

/**
 * The funding output of a channel. The transaction id has the byte order in which block explorers
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
  /** The number of blocks until an opening channel is ready; null where the node does not say. */
  readonly blocksLeft: number | null;
}

export interface ChannelOrder {
  readonly peerPubkey: string;
  /**
   * The address of the peer: `host:port`, or `host` with the usual port; null when the node is
   * connected to it already.
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

/** The node refused, for a reason that an operator understands, and has begun nothing. */
export interface Refused {
  readonly kind: 'refused';
  readonly detail: string;
}

export type PeerConnection = { readonly kind: 'connected' } | Refused;

/** The result of an order to open a channel. */
export type ChannelOpening =
  | { readonly kind: 'begun'; readonly channelPoint: ChannelPoint }
  | Refused;

export type ChannelClose = { readonly kind: 'begun'; readonly closingTxid: string } | Refused;

/**
 * A backup of all channels. Together with the seed words, it lets LND recover the money in them.
 */
export interface ChannelBackup {
  /**
   * The channels in the backup as `txid:index`, in ascending order. Two backups are compared by
   * this list, because LND encrypts the same channels to different bytes each time.
   */
  readonly channelPoints: readonly string[];
  /** The backup, encrypted by the node with a key that is derived from its seed. */
  readonly bytes: Uint8Array;
}
