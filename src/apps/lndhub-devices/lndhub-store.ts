/** Port: devices that use LndHub, a protocol of phone wallets. */

import type { FoundCaller } from '../../authorization/token-store.ts';
import type { LndhubLogin, LndhubTokenKind } from './lndhub-token.ts';

export interface NewLndhubDevice {
  readonly deviceId: string;
  readonly login: LndhubLogin;
  readonly secretHash: Uint8Array;
}

/** A device that may be used: its connection is not revoked, and its user is not disabled. */
export interface LndhubDevice {
  readonly deviceId: string;
  readonly login: LndhubLogin;
  readonly grantId: string;
  /** The end of the connection; null if it lasts until it is revoked. */
  readonly grantExpiresAt: Date | null;
  /** When the connection was last used, to the minute; null if it was never used. */
  readonly lastUsedAt: Date | null;
  /** Whether apps wait until operators lift a lockdown. */
  readonly isLockedDown: boolean;
}

export interface NewLndhubToken {
  readonly hash: Uint8Array;
  readonly kind: LndhubTokenKind;
  readonly expiresAt: Date;
}

export interface FoundLndhubCaller extends FoundCaller {
  readonly deviceId: string;
}

/**
 * Port: devices that use LndHub, with their passwords and tokens. Only hashes of these are stored.
 */
export interface LndhubStore {
  /** Adds a device that uses LndHub. If the device exists already, nothing changes. */
  addDevice(device: NewLndhubDevice): Promise<void>;
  findDevice(secretHash: Uint8Array): Promise<LndhubDevice | null>;
  /** Finds a device by a refresh token that has not expired; null if there is none. */
  findRefreshed(tokenHash: Uint8Array, at: Date): Promise<LndhubDevice | null>;
  /**
   * Stores tokens of a device. Only its newest MAX_LNDHUB_TOKENS access tokens, and as many refresh
   * tokens, are kept.
   */
  saveTokens(deviceId: string, tokens: readonly NewLndhubToken[]): Promise<void>;
  /**
   * Reads everything that a call needs, in one statement: access token, device, connection, user
   * and wallet.
   */
  findCaller(tokenHash: Uint8Array): Promise<FoundLndhubCaller | null>;
  pruneTokens(before: Date, limit: number): Promise<number>;
}
