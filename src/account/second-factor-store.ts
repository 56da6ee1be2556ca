import type { Passkey } from '../access/passkey.ts';

/** Port: authenticator apps with their backup codes, and passkeys. */
export interface SecondFactorStore {
  findAuthenticator(userId: string): Promise<Authenticator | null>;
  /** Keeps a secret that is not in force yet. False when one is in force already. */
  draftAuthenticator(userId: string, sealedSecret: Uint8Array, at: Date): Promise<boolean>;
  /** Puts the drafted one in force, with these codes. False when that draft is gone. */
  confirmAuthenticator(confirmation: AuthenticatorConfirmation): Promise<boolean>;
  /** Removes the backup codes too. */
  removeAuthenticator(userId: string): Promise<boolean>;
  /** Takes a code's time step; false when this or a later one was taken before. */
  takeStep(userId: string, step: bigint): Promise<boolean>;
  /** Takes a backup code; false when there is no such code left. */
  takeBackupCode(userId: string, codeHash: Uint8Array, at: Date): Promise<boolean>;
  replaceBackupCodes(userId: string, codeHashes: readonly Uint8Array[]): Promise<void>;
  countBackupCodes(userId: string): Promise<number>;

  /** False when the key is known already. */
  insertPasskey(passkey: Passkey): Promise<boolean>;
  findPasskey(id: string): Promise<Passkey | null>;
  listPasskeys(userId: string): Promise<readonly Passkey[]>;
  removePasskey(userId: string, id: string): Promise<boolean>;
  /** Takes a key's new count; false when it has not grown, as a copied key's has not. */
  takeSignCount(id: string, signCount: number, at: Date): Promise<boolean>;
}

export interface Authenticator {
  readonly userId: string;
  readonly sealedSecret: Uint8Array;
  /** Null: drafted, nobody is asked for codes yet. */
  readonly confirmedAt: Date | null;
}

export interface AuthenticatorConfirmation {
  readonly userId: string;
  readonly sealedSecret: Uint8Array;
  readonly step: bigint;
  readonly at: Date;
  readonly codeHashes: readonly Uint8Array[];
}
