import type { Msat } from '../base/amount.ts';

/** Port: what the node must be able to cover at this moment. Cheap enough for each minute. */
export interface SolvencyStore {
  readObligations(): Promise<Obligations>;
}

export interface Obligations {
  /** All wallets. */
  readonly walletsMsat: Msat;
  /** Held for payments that the node has not acknowledged: their money is still in our channels. */
  readonly heldNotInFlightMsat: Msat;
  readonly unclaimedMsat: Msat;
}
