import { type Msat, msat } from '../base/amount.ts';

/**
 * Port: reads the sum that the node must be able to cover now. The query is cheap enough to run
 * every minute.
 */
export interface SolvencyStore {
  readObligations(): Promise<Obligations>;
}

export interface Obligations {
  /** The sum of the balances of all wallets. */
  readonly walletsMsat: Msat;
  /**
   * Money held for payments that is still in our channels, as far as we know. A payment that is
   * being handed to the node counts as having left them.
   */
  readonly heldNotInFlightMsat: Msat;
  readonly unclaimedMsat: Msat;
}

/** Computes the money that the node must be able to cover. */
export const owedMsat = (obligations: Obligations): Msat =>
  msat(obligations.walletsMsat + obligations.heldNotInFlightMsat + obligations.unclaimedMsat);
