import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HeldParts } from '../../lockdown/held-parts.ts';
import type { User } from '../../users/user-store.ts';

/** Port: sessions of browsers, for pages. */
export interface SessionPort {
  /**
   * Adds everything that sessions need (cookies, hooks) to the part of the server that serves
   * pages.
   */
  install(app: FastifyInstance): Promise<void>;
  open(request: FastifyRequest, reply: FastifyReply): Promise<PageSession>;
}

/** What pages know of the browser that asks. */
export interface PageSession {
  /** The user who is signed in; null for guests, and between the first and the second factor. */
  readonly user: User | null;
  /** The id by which lists show the session, which is no secret; null where `user` is null. */
  readonly id: string | null;
  /** What waits until operators lift a lockdown; known only where a session is stored. */
  readonly held: HeldParts;
  /** Whether the user has proved their identity recently enough for dangerous acts. */
  isConfirmed(now: Date): boolean;
  /**
   * Whether the user has signed in after `since` for the decision that this page asks for. True
   * only once: a second decision needs a new proof of who they are.
   */
  takeSignInFor(path: string, since: Date): Promise<boolean>;
  /**
   * Makes the token that proves that a form is one of ours (CSRF), and begins a session where there
   * is none.
   */
  csrfToken(): string;
  isCsrfToken(text: string): boolean;
  /** Whether the browser sent the cookie of a session, without which no form is accepted. */
  readonly sentCookie: boolean;
  /** Whether the browser sent the cookie of a user's session that has ended. */
  readonly hasEnded: boolean;
  /**
   * Whether the given token belongs to a form that was shown to this user, in this session or an
   * earlier one.
   */
  isFormOf(userId: string, text: string): boolean;
  /**
   * Derives 32 bytes from a text and this browser's session, so that no other session gets the
   * same.
   */
  secretOf(text: string): Uint8Array;
  /** Stores a notice, which is shown on the next page. */
  keepNotice(notice: Notice): void;
  takeNotice(): Notice | null;
  /**
   * Remembers the page to show after signing in, which must be a path on this site. The server
   * stores it.
   */
  rememberReturn(path: string): void;
  /**
   * Signs out. Afterwards no one is signed in with this browser, and nothing that the session
   * stored is known.
   */
  signOut(): Promise<void>;
}

export interface Notice {
  readonly kind: 'done' | 'problem';
  readonly text: string;
}
