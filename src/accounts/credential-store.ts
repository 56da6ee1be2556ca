import type { User } from '../users/user-store.ts';

/**
 * Port: the passwords and e-mail addresses with which users sign in. Changing one of them ends all
 * sessions and links of the user.
 */
export interface CredentialStore {
  findCredentials(email: string): Promise<Credentials | null>;
  readCredentials(userId: string): Promise<Credentials | null>;
  /**
   * Changes the password if its present hash is still `fromHash`. Returns the new session epoch,
   * the number that sessions must carry to be valid; null if someone else changed the password
   * first.
   */
  changePassword(userId: string, fromHash: string, toHash: string): Promise<number | null>;
  /** Stores a new hash of the same password, unless the password was changed meanwhile. */
  rehashPassword(userId: string, fromHash: string, toHash: string): Promise<void>;
  /**
   * Changes the address and ends all sessions. Returns the new session epoch, the number that
   * sessions must carry to be valid.
   */
  changeEmail(userId: string, email: string): Promise<number | 'email_taken'>;
  /**
   * Notes that a user asked for a new password while no mail could be sent, so that the operator
   * sees it.
   */
  noteResetAsked(userId: string, at: Date): Promise<void>;
  /** Lists users who asked for a new password, with the time when they asked. */
  listResetAsked(limit: number): Promise<ReadonlyMap<string, Date>>;
}

export interface Credentials {
  readonly user: User;
  readonly passwordHash: string;
  readonly sessionEpoch: number;
  /** Whether sign-in asks this user for a code of their authenticator app after the password. */
  readonly hasAuthenticator: boolean;
}
