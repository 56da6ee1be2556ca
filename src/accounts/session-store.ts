import type { HeldParts } from '../lockdown/held-parts.ts';
import type { User } from '../users/user-store.ts';
import type { Session, SessionNotice } from './session.ts';

/** Port: sessions of browsers, shared by all processes. */
export interface SessionStore {
  /**
   * Finds the session of a browser. This is the only query that every page needs, so it is one
   * statement. `over` means that the session has ended; null, that it is not stored.
   */
  findSession(secretHash: Uint8Array, at: Date): Promise<FoundSession | 'over' | null>;
  /** Stores a guest's session. Concurrent requests of one browser get the same session. */
  keepGuest(session: NewSession): Promise<Session>;
  insertSession(session: NewSession): Promise<void>;
  /**
   * Replaces an old session by a new one. False if the old one had ended already: nothing changes
   * then.
   */
  replaceSession(id: string, session: NewSession): Promise<boolean>;
  noteUse(id: string, at: Date, expiresAt: Date): Promise<void>;
  changeSession(id: string, change: SessionChange): Promise<void>;
  setChallenge(id: string, challenge: string, expiresAt: Date): Promise<void>;
  /**
   * Takes the WebAuthn challenge of a session, so that only one caller gets it; null if there is
   * none or it is too old.
   */
  takeChallenge(id: string, at: Date): Promise<string | null>;
  confirmSession(id: string, at: Date): Promise<void>;
  /**
   * Tells whether the user signed in, at `since` or later, in order to get to this path. Only one
   * caller gets true, so that a sign-in counts as a proof for one act only.
   */
  takeSignInFor(id: string, path: string, since: Date): Promise<boolean>;
  /** Lists a user's sessions, the most recently used first. */
  listSessions(userId: string, at: Date): Promise<readonly Session[]>;
  /** Ends a session; false if the user has no session with this id. */
  endSession(userId: string, id: string): Promise<boolean>;
  /**
   * Ends all sessions of a user. Returns the new session epoch, the number that sessions must carry
   * to be valid.
   */
  endAllSessions(userId: string): Promise<number>;
  pruneSessions(before: Date, limit: number): Promise<number>;
}

export interface FoundSession {
  readonly session: Session;
  /** The user of the session, also while their second factor is missing; null for guests. */
  readonly user: User | null;
  /** What waits until operators lift a lockdown. */
  readonly held: HeldParts;
}

export interface NewSession extends Session {
  readonly secretHash: Uint8Array;
  /** The page that the user signed in to reach, a path of this site; null when there is none. */
  readonly signedInFor?: string | null;
}

/** A change of a stored session. Fields that are left out stay as they are; null clears a field. */
export interface SessionChange {
  readonly returnTo?: string | null;
  readonly notice?: SessionNotice | null;
}
