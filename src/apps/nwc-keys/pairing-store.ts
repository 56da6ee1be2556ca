import type { NewConnection, NewDevice } from '../connection-store.ts';
import type { NewNwcKey } from './nwc-key-store.ts';

/** A connection of an app that has made its own key, with everything that is stored about it. */
export interface NewPairing {
  readonly connection: NewConnection;
  readonly device: NewDevice;
  readonly key: NewNwcKey;
}

/** Port: connections of apps that have made their own key. */
export interface PairingStore {
  /**
   * Stores a connection with its device and key, completely or not at all. A key can be used for
   * one connection only, even if that has ended and whichever user it belongs to. A repeat of a
   * request finds the connection that the first request made.
   */
  addPairing(pairing: NewPairing): Promise<AddPairingOutcome>;
}

export type AddPairingOutcome =
  | { readonly kind: 'added' | 'repeated'; readonly walletPubkey: string }
  | { readonly kind: 'key_used' }
  | { readonly kind: 'too_many' };
