import type { Passkey } from './passkey.ts';

/** Port: authenticator apps with their backup codes, and passkeys. */
export interface SecondFactorStore {
  findAuthenticator(userId: string): Promise<Authenticator | null>;
  /**
   * Stores the secret of an authenticator app that is not yet in force; false when one is already
   * in force.
   */
  draftAuthenticator(userId: string, sealedSecret: Uint8Array, at: Date): Promise<boolean>;
  /**
   * Puts the drafted authenticator app in force, with the given backup codes; false when the draft
   * is gone.
   */
  confirmAuthenticator(confirmation: AuthenticatorConfirmation): Promise<boolean>;
  /** Removes the authenticator app, and the backup codes with it. */
  removeAuthenticator(userId: string): Promise<boolean>;
  /** Uses up a code's time step; false when this or a later one was used before. */
  takeStep(userId: string, step: bigint): Promise<boolean>;
  /** Uses up a backup code; false when there is no such code left. */
  takeBackupCode(userId: string, codeHash: Uint8Array, at: Date): Promise<boolean>;
  replaceBackupCodes(userId: string, codeHashes: readonly Uint8Array[]): Promise<void>;
  countBackupCodes(userId: string): Promise<number>;

  /** Stores a passkey; false when the key is already known. */
  insertPasskey(passkey: Passkey): Promise<boolean>;
  findPasskey(id: string): Promise<Passkey | null>;
  listPasskeys(userId: string): Promise<readonly Passkey[]>;
  removePasskey(userId: string, id: string): Promise<boolean>;
  /** Stores a key's new count; false when it has not grown, which suggests a copied key. */
  takeSignCount(id: string, signCount: number, at: Date): Promise<boolean>;
}

export interface Authenticator {
  readonly userId: string;
  readonly sealedSecret: Uint8Array;
  /** The time of the app's first code; null for a draft, for which no codes are asked yet. */
  readonly confirmedAt: Date | null;
}

export interface AuthenticatorConfirmation {
  readonly userId: string;
  readonly sealedSecret: Uint8Array;
  readonly step: bigint;
  readonly at: Date;
  readonly codeHashes: readonly Uint8Array[];
}
