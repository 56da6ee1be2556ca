import { type Msat, msat } from '../base/amount.ts';

/** Port: what the node must be able to cover now. Cheap enough to read every minute. */
export interface SolvencyStore {
  readObligations(): Promise<Obligations>;
}

export interface Obligations {
  /** All wallets. */
  readonly walletsMsat: Msat;
  /**
   * Held for payments whose money is still in our channels, as far as we know. Payments being
   * handed to the node count as having left the channels.
   */
  readonly heldNotInFlightMsat: Msat;
  readonly unclaimedMsat: Msat;
}

/** All that the node must be able to cover. */
export const owedMsat = (obligations: Obligations): Msat =>
  msat(obligations.walletsMsat + obligations.heldNotInFlightMsat + obligations.unclaimedMsat);
