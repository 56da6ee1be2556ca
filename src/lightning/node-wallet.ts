import { type Msat, msat } from '../base/amount.ts';
import type { LightningNode } from './node-port.ts';

/** Port: what a node itself owns, apart from the payments and invoices that it makes for users. */
export interface NodeWallet {
  balances(): Promise<NodeBalances>;
}

/** All questions to a node, over the same connections. */
export type NodeConnection = LightningNode & NodeWallet;

/** A node as an adapter opens it: it knows of its channels, and of no other rail. */
export type ChannelNode = LightningNode & { balances(): Promise<ChannelBalances> };

export interface ChannelBalances {
  /** Our balance in open channels. */
  readonly localMsat: Msat;
  readonly remoteMsat: Msat;
  /**
   * Money that is incoming and still unsettled: ours once the channel has settled it. Outgoing
   * HTLCs count in neither.
   */
  readonly unsettledLocalMsat: Msat;
  /** Our part of channels whose transaction is not deep enough in the chain yet. */
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
