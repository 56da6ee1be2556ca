import type { Caller } from '../../authorization/caller.ts';
import type { Scope } from '../../authorization/scope.ts';
import type { Sat } from '../../base/amount.ts';

/** The keys that prove a device of a connection. They never change. */
export interface NwcKey {
  readonly deviceId: string;
  /** The id of the app grant, which is the connection of the device. */
  readonly grantId: string;
  readonly userId: string;
  /** The public keys of the app and of the wallet: X-only, 64 hex digits. */
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
  /** The scopes of the connection; null when the device, its connection or its user has ended. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** The number of the newest settled record of which the app was told, or need not be told. */
  readonly notifiedSeq: bigint;
}

export interface NwcCaller {
  readonly caller: Caller;
  readonly balanceSat: Sat;
  /** The end of the connection; null if it lasts until it is revoked. */
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Port: keys of devices that use Nostr Wallet Connect. */
export interface NwcKeyStore {
  /**
   * Stores the key of a device, unless it has one; answers the stored one. The app is not told of
   * what settled before.
   */
  addKey(key: NewNwcKey): Promise<Pick<NwcKey, 'walletPubkey'>>;
  /** Finds a key by the app's public key, also one that has ended, so that its app is told so. */
  findKey(clientPubkey: string): Promise<NwcKey | null>;
  /** Finds keys in use among the given public keys, each of which may be an app's or a wallet's. */
  findLiveKeys(pubkeys: readonly string[], at: Date): Promise<readonly LiveNwcKey[]>;
  /** Reads what a request needs, in one statement; null when the key has ended. */
  findCaller(clientPubkey: string): Promise<NwcCaller | null>;
}
