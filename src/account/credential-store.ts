import type { User } from './user-store.ts';

/** Port: what users sign in with. A new password or address ends all sessions and links. */
export interface CredentialStore {
  findCredentials(email: string): Promise<Credentials | null>;
  readCredentials(userId: string): Promise<Credentials | null>;
  /** The epoch of sessions from now on; null when the password is not `fromHash` any more. */
  changePassword(userId: string, fromHash: string, toHash: string): Promise<number | null>;
  /** The same password, hashed anew; nothing when it was changed meanwhile. */
  rehashPassword(userId: string, fromHash: string, toHash: string): Promise<void>;
  /** Answers the epoch of sessions from now on. */
  changeEmail(userId: string, email: string): Promise<number | 'email_taken'>;
  /** Somebody without mail asked the operator for a new password. */
  noteResetAsked(userId: string, at: Date): Promise<void>;
  /** Users who wait for one. */
  listResetAsked(): Promise<ReadonlyMap<string, Date>>;
}

export interface Credentials {
  readonly user: User;
  readonly passwordHash: string;
  readonly sessionEpoch: number;
  /** Whether a code is asked for after the password. */
  readonly hasAuthenticator: boolean;
}
