import type { Session, SessionNotice } from '../access/session.ts';
import type { User } from './user-store.ts';

/** Port: browsers that come back, over all processes. */
export interface SessionStore {
  /** The one statement of every page. `over` is a session that has ended; null was none ever. */
  findSession(secretHash: Uint8Array, at: Date): Promise<FoundSession | 'over' | null>;
  /** Of a guest. When his browser asks twice at once, both get the same one. */
  keepGuest(session: NewSession): Promise<Session>;
  insertSession(session: NewSession): Promise<void>;
  /** Writes the new session in place of the old one; false, and nothing, when the old one ended. */
  replaceSession(id: string, session: NewSession): Promise<boolean>;
  noteUse(id: string, at: Date, expiresAt: Date): Promise<void>;
  changeSession(id: string, change: SessionChange): Promise<void>;
  setChallenge(id: string, challenge: string, expiresAt: Date): Promise<void>;
  /** Whoever takes it has it alone. Null when there is none, or when it is too old. */
  takeChallenge(id: string, at: Date): Promise<string | null>;
  confirmSession(id: string, at: Date): Promise<void>;
  /** Where a user is signed in, latest use first. */
  listSessions(userId: string, at: Date): Promise<readonly Session[]>;
  /** False when the user has no such session. */
  endSession(userId: string, id: string): Promise<boolean>;
  /** All of a user at once; the answer is the epoch of those that begin after. */
  endAllSessions(userId: string): Promise<number>;
  sweepSessions(before: Date, limit: number): Promise<number>;
}

export interface FoundSession {
  readonly session: Session;
  /** Also while the second factor is owed; null for guests. */
  readonly user: User | null;
}

export interface NewSession extends Session {
  readonly secretHash: Uint8Array;
}

/** What is left out stays; null clears it. */
export interface SessionChange {
  readonly returnTo?: string | null;
  readonly notice?: SessionNotice | null;
}
