import type { Sat } from '../base/amount.ts';
import type { ChannelPoint } from './node-management.ts';

/**
 * Port: what has left the node other than by payments, as the node itself has recorded it, no
 * matter who ordered it. Nothing is changed. Faults (node away, answer not understood) are thrown
 * as NodeFault.
 */
export interface NodeLedger {
  /**
   * The transactions by which the wallet has spent in blocks from this height on, and those that no
   * block has.
   */
  spends(fromHeight: number): Promise<readonly NodeSpend[]>;
  /**
   * The ids of those of the wallet's transactions that the node made by itself, to collect what
   * closed channels owe it.
   */
  sweeps(fromHeight: number): Promise<ReadonlySet<string>>;
  /**
   * The channels whose closing our node began and that still wait for the closing transaction. With
   * `isComplete`, the channels that are closed for good are listed too, which is a longer list.
   */
  ownCloses(isComplete: boolean): Promise<readonly OwnClose[]>;
  /** All channels that are open, or about to open. */
  openings(): Promise<readonly NodeOpening[]>;
  /** The permissions that the macaroon lacks for these calls. */
  missingRights(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A transaction that spends coins of the node's wallet. */
export interface NodeSpend {
  readonly txid: string;
  /** The outputs that do not belong to the wallet. */
  readonly paid: readonly PaidOutput[];
  /** Whether all coins that it spends belong to the wallet. */
  readonly isOnlyOurs: boolean;
  /** A note by the maker of the transaction; empty for none. It proves nothing. */
  readonly label: string;
}

export interface PaidOutput {
  readonly index: number;
  readonly amountSat: Sat;
  /** The address; null for a script that has none. */
  readonly address: string | null;
}

export interface OwnClose {
  readonly channelPoint: ChannelPoint;
  /**
   * Whether our node closed it by force, alone. A node does that by itself too, for example when a
   * payment in the channel is about to time out.
   */
  readonly isForced: boolean;
}

export interface NodeOpening {
  readonly channelPoint: ChannelPoint;
  readonly peerPubkey: string;
  readonly capacitySat: Sat;
}
