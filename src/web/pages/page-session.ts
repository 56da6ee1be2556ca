import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../users/user-store.ts';

/** Port: sessions of browsers. */
export interface SessionPort {
  /**
   * Adds everything that sessions need (cookies, hooks) to the part of the server that serves
   * pages.
   */
  install(app: FastifyInstance): Promise<void>;
  open(request: FastifyRequest, reply: FastifyReply): Promise<PageSession>;
}

/** Facts that pages know of the browser that asks. */
export interface PageSession {
  /** The user; null for guests, and between the first and the second factor. */
  readonly user: User | null;
  /** An id of the session in lists, which is no secret; null where `user` is. */
  readonly id: string | null;
  /** Whether its user has proved a short while ago who they are, for what is dangerous. */
  isConfirmed(now: Date): boolean;
  /**
   * Whether the user has just signed in in order to decide what is asked at this path. It is said
   * once: a second decision asks again who they are.
   */
  takeSignInFor(path: string, now: Date): Promise<boolean>;
  /** Gives a token for forms of this browser, and begins a session where there is none. */
  csrfToken(): string;
  isCsrfToken(text: string): boolean;
  /** Whether the browser sent the cookie of a session, without which no form is taken. */
  readonly sentCookie: boolean;
  /** Whether someone was signed in here before who is not any more, as their session ended. */
  readonly hasEnded: boolean;
  /** Whether a token is of a form that this user was shown, in this session or an earlier one. */
  isFormOf(userId: string, text: string): boolean;
  /** Derives 32 bytes to which only this browser's session leads from this text. */
  secretOf(text: string): Uint8Array;
  /** Keeps a notice for the next page that is shown. */
  keepNotice(notice: Notice): void;
  takeNotice(): Notice | null;
  /** Remembers where to go on after signing in: a path of ours, kept by the server. */
  rememberReturn(path: string): void;
  /** Signs out. Afterwards no one is signed in, and nothing from before is known. */
  signOut(): Promise<void>;
}

export interface Notice {
  readonly kind: 'done' | 'problem';
  readonly text: string;
}
