import { type Msat, msat } from '../base/amount.ts';
import type { LightningNode } from './node-port.ts';

/** Port: what a node itself owns, apart from the payments and invoices that it makes for users. */
export interface NodeWallet {
  balances(): Promise<NodeBalances>;
}

/** All questions to a node, over the same connections. */
export type NodeConnection = LightningNode & NodeWallet;

export interface NodeBalances {
  /** Our balance in open channels. */
  readonly localMsat: Msat;
  readonly remoteMsat: Msat;
  /**
   * Money that is incoming and still unsettled: ours once the channel has settled it. Outgoing
   * HTLCs count in neither.
   */
  readonly unsettledLocalMsat: Msat;
}

/** The money that the node holds for us, in channels and on its way into them. */
export const ownedMsat = (balances: NodeBalances): Msat =>
  msat(balances.localMsat + balances.unsettledLocalMsat);
