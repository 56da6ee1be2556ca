import type { User } from '../users/user-store.ts';
import type { Session, SessionNotice } from './session.ts';

/** Port: sessions of browsers, over all processes. */
export interface SessionStore {
  /**
   * Finds the session of a browser, in the one statement of every page. `over` means that it has
   * ended; null, that there never was one.
   */
  findSession(secretHash: Uint8Array, at: Date): Promise<FoundSession | 'over' | null>;
  /** Stores a guest's session. Concurrent requests of one browser get the same session. */
  keepGuest(session: NewSession): Promise<Session>;
  insertSession(session: NewSession): Promise<void>;
  /**
   * Replaces the old session with the new one; false, and no change, when the old one had ended.
   */
  replaceSession(id: string, session: NewSession): Promise<boolean>;
  noteUse(id: string, at: Date, expiresAt: Date): Promise<void>;
  changeSession(id: string, change: SessionChange): Promise<void>;
  setChallenge(id: string, challenge: string, expiresAt: Date): Promise<void>;
  /**
   * Takes the challenge of a session, which only one caller gets; null when there is none or it is
   * too old.
   */
  takeChallenge(id: string, at: Date): Promise<string | null>;
  confirmSession(id: string, at: Date): Promise<void>;
  /**
   * Takes the note that a user signed in to get to this path, at `since` or later. Only one caller
   * gets it.
   */
  takeSignInFor(id: string, path: string, since: Date): Promise<boolean>;
  /** Lists a user's sessions, the most recently used first. */
  listSessions(userId: string, at: Date): Promise<readonly Session[]>;
  /** Ends a session; false when the user has no such one. */
  endSession(userId: string, id: string): Promise<boolean>;
  /** Ends all sessions of a user, and returns the session epoch for new ones. */
  endAllSessions(userId: string): Promise<number>;
  pruneSessions(before: Date, limit: number): Promise<number>;
}

export interface FoundSession {
  readonly session: Session;
  /** The user of the session, also while their second factor is missing; null for guests. */
  readonly user: User | null;
}

export interface NewSession extends Session {
  readonly secretHash: Uint8Array;
  /** The page that the user signed in to reach, a path of this site; null when there is none. */
  readonly signedInFor?: string | null;
}

/** A change of a session. Omitted fields stay as they are; null clears them. */
export interface SessionChange {
  readonly returnTo?: string | null;
  readonly notice?: SessionNotice | null;
}
