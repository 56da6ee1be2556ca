import type { Passkey } from './passkey.ts';

/** Port: authenticator apps with their backup codes, and passkeys. */
export interface SecondFactorStore {
  findAuthenticator(userId: string): Promise<Authenticator | null>;
  /**
   * Stores the secret of an authenticator app that is not in force yet; false if the user already
   * has an app in force.
   */
  draftAuthenticator(userId: string, sealedSecret: Uint8Array, at: Date): Promise<boolean>;
  /**
   * Puts the stored authenticator app in force, with the given backup codes; false if its secret is
   * gone meanwhile.
   */
  confirmAuthenticator(confirmation: AuthenticatorConfirmation): Promise<boolean>;
  /** Removes the authenticator app, and the backup codes with it. */
  removeAuthenticator(userId: string): Promise<boolean>;
  /**
   * Uses up the 30-second time step to which an authenticator code belongs, so that no code works
   * twice; false if this step or a later one was used before.
   */
  takeStep(userId: string, step: bigint): Promise<boolean>;
  /** Uses up a backup code; false if the user has no such code left. */
  takeBackupCode(userId: string, codeHash: Uint8Array, at: Date): Promise<boolean>;
  replaceBackupCodes(userId: string, codeHashes: readonly Uint8Array[]): Promise<void>;
  countBackupCodes(userId: string): Promise<number>;

  /** Stores a passkey; false if a passkey with this id is already stored. */
  insertPasskey(passkey: Passkey): Promise<boolean>;
  findPasskey(id: string): Promise<Passkey | null>;
  listPasskeys(userId: string): Promise<readonly Passkey[]>;
  removePasskey(userId: string, id: string): Promise<boolean>;
  /**
   * Stores the new signature count of a passkey; false if it has not grown, which suggests a copied
   * passkey.
   */
  takeSignCount(id: string, signCount: number, at: Date): Promise<boolean>;
}

export interface Authenticator {
  readonly userId: string;
  readonly sealedSecret: Uint8Array;
  /**
   * The time when the app's first code was checked; null before that, while sign-in does not ask
   * for codes.
   */
  readonly confirmedAt: Date | null;
}

export interface AuthenticatorConfirmation {
  readonly userId: string;
  readonly sealedSecret: Uint8Array;
  readonly step: bigint;
  readonly at: Date;
  readonly codeHashes: readonly Uint8Array[];
}
