import { type Msat, msat } from '../base/amount.ts';
import type { LightningNode } from './node-port.ts';

/** Port: what a node itself owns, apart from the payments and invoices that it makes for users. */
export interface NodeWallet {
  balances(): Promise<NodeBalances>;
}

/** A connection to a node, for everything that may be asked of it. */
export type NodeConnection = LightningNode & NodeWallet;

/** A node as an adapter opens it: it knows of its channels, and of no other rail of money. */
export type ChannelNode = LightningNode & { balances(): Promise<ChannelBalances> };

export interface ChannelBalances {
  /** The node's own side of its open channels. */
  readonly localMsat: Msat;
  readonly remoteMsat: Msat;
  /**
   * Incoming money that is not settled yet: the node's own once the channel has settled it.
   * Outgoing HTLCs count neither here nor in the other balances.
   */
  readonly unsettledLocalMsat: Msat;
  /** The node's own side of channels that are still opening. */
  readonly openingLocalMsat: Msat;
}

/** What a node holds on every rail of money: the service counts the others beside its channels. */
export interface NodeBalances extends ChannelBalances {
  /** What the wallet holds on the chain for users; 0 where they have no bitcoin addresses. */
  readonly chainMsat: Msat;
}

/** What the node holds for us: in channels, on its way into them, and on the chain. */
export const ownedMsat = (balances: NodeBalances): Msat =>
  msat(balances.localMsat + balances.unsettledLocalMsat + balances.chainMsat);
