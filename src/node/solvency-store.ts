import { type Msat, msat } from '../base/amount.ts';

/** Port: the sum that the node must be able to cover now. Cheap enough to read every minute. */
export interface SolvencyStore {
  readObligations(): Promise<Obligations>;
}

export interface Obligations {
  /** The sum of all wallets. */
  readonly walletsMsat: Msat;
  /**
   * Held money of payments that is still in our channels, as far as we know. Payments being handed
   * to the node count as having left the channels.
   */
  readonly heldNotInFlightMsat: Msat;
  readonly unclaimedMsat: Msat;
}

/** The money that the node must be able to cover. */
export const owedMsat = (obligations: Obligations): Msat =>
  msat(obligations.walletsMsat + obligations.heldNotInFlightMsat + obligations.unclaimedMsat);
