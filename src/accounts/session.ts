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
  /** The id of the session in lists, which is no secret. */
  readonly id: string;
  /** The user; null for a guest. */
  readonly userId: string | null;
  /**
   * The user's session epoch at sign-in; null for guests. A later epoch of the user ends this
   * session.
   */
  readonly sessionEpoch: number | null;
  /** The time of sign-in; null for guests, and while the second factor is missing. */
  readonly signedInAt: Date | null;
  /** The time when its user last proved their identity. */
  readonly confirmedAt: Date | null;
  /** The page to show after signing in, a path of this site. */
  readonly returnTo: string | null;
  /** A notice that is shown on the next page. */
  readonly notice: SessionNotice | null;
  /** The name that the browser gives itself. */
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

/** Stages of signing in: `half` lacks the second factor. */
export type SessionStage = 'guest' | 'half' | 'signed_in';

export function stageOf({ userId, signedInAt }: Session): SessionStage {
  if (signedInAt !== null) return 'signed_in';
  return userId === null ? 'guest' : 'half';
}

/**
 * The end of a session that is used now: after its whole life, or sooner if it stays idle too long.
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

/** Whether the user proved their identity recently enough for dangerous acts. */
export const isConfirmed = ({ confirmedAt }: Session, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMATION_MS;
