import { base64urlnopad } from '@scure/base';
import type { Random } from '../base/random.ts';
import {
  CONFIRMATION_MS,
  GUEST_SESSION_MS,
  HALF_SESSION_MS,
  SESSION_IDLE_MS,
  SESSION_MS,
} from './limits.ts';

/** The session of a browser. Only a hash of the secret in its cookie is stored. */
export interface Session {
  /** The id of the session in lists. It is no secret, and does not open the session. */
  readonly id: string;
  /**
   * The id of the user who is signed in, or whose second factor is still missing; null for a guest.
   */
  readonly userId: string | null;
  /**
   * The user's session epoch at sign-in; null for guests. A later epoch of the user ends this
   * session.
   */
  readonly sessionEpoch: number | null;
  /** The time of sign-in; null for guests, and while the second factor is missing. */
  readonly signedInAt: Date | null;
  /** The time when the user of this session last proved who they are; null if they never did. */
  readonly confirmedAt: Date | null;
  /** The page to show after signing in, as a path of this site; null for none. */
  readonly returnTo: string | null;
  /** A notice that is shown on the next page of this browser; null for none. */
  readonly notice: SessionNotice | null;
  /**
   * The browser and system that the session was begun with, as the browser names itself
   * (`User-Agent`).
   */
  readonly device: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export interface SessionNotice {
  readonly kind: 'done' | 'problem';
  readonly text: string;
}

const SECRET_BYTES = 32;

export const newSessionSecret = (random: Random): string =>
  base64urlnopad.encode(random.bytes(SECRET_BYTES));

/** Stages of signing in. At `half`, the password was right and the second factor is missing. */
export type SessionStage = 'guest' | 'half' | 'signed_in';

export function stageOf({ userId, signedInAt }: Session): SessionStage {
  if (signedInAt !== null) return 'signed_in';
  return userId === null ? 'guest' : 'half';
}

/**
 * Calculates the end of a session that is being used now: after the longest time without use from
 * now on, or earlier if its longest life ends before that.
 */
export function sessionEnd(stage: SessionStage, createdAt: Date, now: Date): Date {
  const wholeLife = createdAt.getTime() + LIFE_MS[stage];
  return new Date(Math.min(wholeLife, now.getTime() + SESSION_IDLE_MS));
}

const LIFE_MS: Readonly<Record<SessionStage, number>> = {
  guest: GUEST_SESSION_MS,
  half: HALF_SESSION_MS,
  signed_in: SESSION_MS,
};

/** Whether the user proved who they are recently enough for dangerous actions. */
export const isConfirmed = ({ confirmedAt }: Session, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMATION_MS;
