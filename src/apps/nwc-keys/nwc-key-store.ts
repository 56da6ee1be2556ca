import type { Caller } from '../../authorization/caller.ts';
import type { Scope } from '../../authorization/scope.ts';
import type { Sat } from '../../base/amount.ts';

/** What proves a device of a connection. None of it ever changes. */
export interface NwcKey {
  readonly deviceId: string;
  /** The app grant, and its user. */
  readonly grantId: string;
  readonly userId: string;
  /** X-only keys, 64 hex digits. */
  readonly clientPubkey: string;
  readonly walletPubkey: string;
  /** Opens for this device only. */
  readonly sealedSecret: Uint8Array;
}

export interface NewNwcKey extends Omit<NwcKey, 'grantId' | 'userId'> {
  readonly createdAt: Date;
}

/** A key, and what it may do right now. */
export interface LiveNwcKey {
  readonly key: NwcKey;
  /** Null when it has ended: the device, its connection or its user. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** The newest settled record of which its app has been told, or need not be. */
  readonly notifiedSeq: bigint;
}

export interface NwcCaller {
  readonly caller: Caller;
  readonly balanceSat: Sat;
  /** When the connection ends; null for never. */
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Port: keys of Nostr Wallet Connect. */
export interface NwcKeyStore {
  /**
   * Writes the key of a device once; answers the one that stands. Of what settled before it, its
   * app is not told.
   */
  addKey(key: NewNwcKey): Promise<Pick<NwcKey, 'walletPubkey'>>;
  /** Ended ones are found too: they are told so. */
  findKey(clientPubkey: string): Promise<NwcKey | null>;
  /** Live keys among these public keys, each of a wallet service or of an app. */
  findLiveKeys(pubkeys: readonly string[], at: Date): Promise<readonly LiveNwcKey[]>;
  /** The one statement of every request; null when the key has ended. */
  findCaller(clientPubkey: string): Promise<NwcCaller | null>;
}
