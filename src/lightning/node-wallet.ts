import { type Msat, msat } from '../base/amount.ts';
import type { LightningNode } from './node-port.ts';

/** Port: what a node itself owns, apart from the payments and invoices that it makes for users. */
export interface NodeWallet {
  balances(): Promise<NodeBalances>;
}

/** A connection to a node, for the calls of both ports (LightningNode and NodeWallet). */
export type NodeConnection = LightningNode & NodeWallet;

/**
 * A node as an adapter opens it. Its balances are only those of its channels; the code that uses it
 * adds the bitcoin on the chain.
 */
export type ChannelNode = LightningNode & { balances(): Promise<ChannelBalances> };

export interface ChannelBalances {
  /** The node's own side of its open channels. */
  readonly localMsat: Msat;
  readonly remoteMsat: Msat;
  /**
   * The sum of incoming HTLCs that are not settled yet and become the node's own when they settle.
   * Outgoing HTLCs are in none of the balances.
   */
  readonly unsettledLocalMsat: Msat;
  /** The node's own side of channels that are still being opened. */
  readonly openingLocalMsat: Msat;
}

/** What a node holds on every rail: in its channels, and on the chain. */
export interface NodeBalances extends ChannelBalances {
  /**
   * What the node's wallet holds on the chain for users; 0 when users have no bitcoin addresses.
   */
  readonly chainMsat: Msat;
}

/**
 * The sum that the node holds for us in channels, in opening channels, in incoming HTLCs, and on
 * the chain.
 */
export const ownedMsat = (balances: NodeBalances): Msat =>
  msat(balances.localMsat + balances.unsettledLocalMsat + balances.chainMsat);
