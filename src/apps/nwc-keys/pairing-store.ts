import type { NewConnection, NewDevice } from '../connection-store.ts';
import type { NewNwcKey } from './nwc-key-store.ts';

/** A connection whose app brought its own key, with everything that is stored of it. */
export interface NewPairing {
  readonly connection: NewConnection;
  readonly device: NewDevice;
  readonly key: NewNwcKey;
}

/** Port: connections of apps that bring their own key. */
export interface PairingStore {
  /**
   * Stores everything or nothing. A key serves one pairing of any user, even one that has ended;
   * only a repeat of that pairing finds what it made.
   */
  addPairing(pairing: NewPairing): Promise<AddPairingOutcome>;
}

export type AddPairingOutcome =
  | { readonly kind: 'added' | 'repeated'; readonly walletPubkey: string }
  | { readonly kind: 'key_used' }
  | { readonly kind: 'too_many' };
