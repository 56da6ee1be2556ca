import type { Caller } from '../../authorization/caller.ts';
import type { Scope } from '../../authorization/scope.ts';
import type { Sat } from '../../base/amount.ts';

/** The keys of a device that uses Nostr Wallet Connect. They never change. */
export interface NwcKey {
  readonly deviceId: string;
  /** The id of the app grant, which is the connection that the device belongs to. */
  readonly grantId: string;
  readonly userId: string;
  /** The public keys of the app and of the wallet: X-only, 64 hex digits. */
  readonly clientPubkey: string;
  readonly walletPubkey: string;
  /**
   * The wallet's secret key, encrypted. It can only be decrypted together with the id of this
   * device.
   */
  readonly sealedSecret: Uint8Array;
}

export interface NewNwcKey extends Omit<NwcKey, 'grantId' | 'userId'> {
  readonly createdAt: Date;
}

/** The keys of a device, with the scopes that its connection has at this moment. */
export interface LiveNwcKey {
  readonly key: NwcKey;
  /**
   * The scopes of the connection; null if the device, its connection or its user is no longer in
   * use.
   */
  readonly scopes: ReadonlySet<Scope> | null;
  /**
   * The number of a settled record of the user: the app was notified about all records up to this
   * number, or needs no notification about them.
   */
  readonly notifiedSeq: bigint;
}

export interface NwcCaller {
  readonly caller: Caller;
  readonly balanceSat: Sat;
  /** The end of the connection; null if it lasts until it is revoked. */
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** Whether apps wait until operators lift a lockdown. */
  readonly isLockedDown: boolean;
}

/** Port: keys of devices that use Nostr Wallet Connect. */
export interface NwcKeyStore {
  /**
   * Stores the keys of a device, unless it has keys already; returns those that are stored. The app
   * gets no notifications about what settled before its keys were stored.
   */
  addKey(key: NewNwcKey): Promise<Pick<NwcKey, 'walletPubkey'>>;
  /**
   * Finds keys by the app's public key, even if their device may no longer be used, so that the app
   * can be told about that.
   */
  findKey(clientPubkey: string): Promise<NwcKey | null>;
  /**
   * Finds keys by public keys, each of which may be that of an app or of a wallet. Keys of devices
   * that may no longer be used are left out.
   */
  findLiveKeys(pubkeys: readonly string[], at: Date): Promise<readonly LiveNwcKey[]>;
  /**
   * Reads everything that a request of an app needs, in one statement; null if the device of the
   * key may no longer be used.
   */
  findCaller(clientPubkey: string): Promise<NwcCaller | null>;
}
