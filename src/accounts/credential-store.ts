import type { User } from '../users/user-store.ts';

/**
 * Port: passwords and addresses with which users sign in. Changing one ends all sessions and links.
 */
export interface CredentialStore {
  findCredentials(email: string): Promise<Credentials | null>;
  readCredentials(userId: string): Promise<Credentials | null>;
  /**
   * Changes the password from `fromHash`, and returns the new session epoch; null when the password
   * was changed meanwhile.
   */
  changePassword(userId: string, fromHash: string, toHash: string): Promise<number | null>;
  /** Stores a new hash of the same password, unless the password was changed meanwhile. */
  rehashPassword(userId: string, fromHash: string, toHash: string): Promise<void>;
  /** Changes the address, and returns the new session epoch. */
  changeEmail(userId: string, email: string): Promise<number | 'email_taken'>;
  /** Notes that someone without mail asked the operator for a new password. */
  noteResetAsked(userId: string, at: Date): Promise<void>;
  /** Users who asked for a reset link, and when. */
  listResetAsked(limit: number): Promise<ReadonlyMap<string, Date>>;
}

export interface Credentials {
  readonly user: User;
  readonly passwordHash: string;
  readonly sessionEpoch: number;
  /** Whether a code of an authenticator app is required after the password. */
  readonly hasAuthenticator: boolean;
}
