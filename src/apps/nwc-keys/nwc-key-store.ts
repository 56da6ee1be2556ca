import type { Caller } from '../../authorization/caller.ts';
import type { Scope } from '../../authorization/scope.ts';
import type { Sat } from '../../base/amount.ts';

/** A key that proves a device of a connection. None of its fields ever changes. */
export interface NwcKey {
  readonly deviceId: string;
  /** The app grant of the connection, and its user. */
  readonly grantId: string;
  readonly userId: string;
  /** Public keys of app and wallet: X-only, 64 hex digits. */
  readonly clientPubkey: string;
  readonly walletPubkey: string;
  /** The wallet's secret key, sealed so that it opens for this device only. */
  readonly sealedSecret: Uint8Array;
}

export interface NewNwcKey extends Omit<NwcKey, 'grantId' | 'userId'> {
  readonly createdAt: Date;
}

/** A key, and the scopes that it has right now. */
export interface LiveNwcKey {
  readonly key: NwcKey;
  /** Scopes; null when the device, its connection or its user has ended. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** The newest settled record of which its app has been told, or need not be. */
  readonly notifiedSeq: bigint;
}

export interface NwcCaller {
  readonly caller: Caller;
  readonly balanceSat: Sat;
  /** The end of the connection; null for never. */
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Port: keys of Nostr Wallet Connect. */
export interface NwcKeyStore {
  /**
   * Writes the key of a device once; answers the one that stands. Its app is not told of what
   * settled before.
   */
  addKey(key: NewNwcKey): Promise<Pick<NwcKey, 'walletPubkey'>>;
  /** Finds a key by the app's public key. Ended ones are found too, so that their apps are told. */
  findKey(clientPubkey: string): Promise<NwcKey | null>;
  /** Live keys among these public keys, each of a wallet service or of an app. */
  findLiveKeys(pubkeys: readonly string[], at: Date): Promise<readonly LiveNwcKey[]>;
  /** Reads for a request, in one statement; null when the key has ended. */
  findCaller(clientPubkey: string): Promise<NwcCaller | null>;
}
