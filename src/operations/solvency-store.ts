import type { Msat } from '../base/amount.ts';

/** Port: what the node must be able to cover at this moment. Cheap enough for each minute. */
export interface SolvencyStore {
  readObligations(): Promise<Obligations>;
}

export interface Obligations {
  /** All wallets. */
  readonly walletsMsat: Msat;
  /**
   * Held for payments whose money is still in our channels, as far as we know. Those that are being
   * handed to the node have left them, or will at once.
   */
  readonly heldNotInFlightMsat: Msat;
  readonly unclaimedMsat: Msat;
}
