import { base64urlnopad } from '@scure/base';
import {
  CONFIRMATION_MS,
  GUEST_SESSION_MS,
  HALF_SESSION_MS,
  SESSION_IDLE_MS,
  SESSION_MS,
} from '../base/limits.ts';
import type { Random } from '../base/random.ts';

/** A browser that comes back. At rest there is only a hash of the secret in its cookie. */
export interface Session {
  /** Names it in lists; no secret. */
  readonly id: string;
  /** Null: a guest. */
  readonly userId: string | null;
  /** Of its user when he was asked who he is; null for guests. Later ones end this session. */
  readonly sessionEpoch: number | null;
  /** Null for guests, and while the second factor is still owed. */
  readonly signedInAt: Date | null;
  /** When its user last proved who he is. */
  readonly confirmedAt: Date | null;
  /** Where to go on after signing in: a path of ours. */
  readonly returnTo: string | null;
  /** For the next page that is shown. */
  readonly notice: SessionNotice | null;
  /** What the browser calls itself. */
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

/** How far a browser has come: `half` owes the second factor. */
export type SessionStage = 'guest' | 'half' | 'signed_in';

export function stageOf({ userId, signedInAt }: Session): SessionStage {
  if (signedInAt !== null) return 'signed_in';
  return userId === null ? 'guest' : 'half';
}

/** When a session ends that is used now: after its whole life, or when it was idle too long. */
export function sessionEnd(stage: SessionStage, createdAt: Date, now: Date): Date {
  const wholeLife = createdAt.getTime() + LIFE_MS[stage];
  return new Date(Math.min(wholeLife, now.getTime() + SESSION_IDLE_MS));
}

const LIFE_MS: Readonly<Record<SessionStage, number>> = {
  guest: GUEST_SESSION_MS,
  half: HALF_SESSION_MS,
  signed_in: SESSION_MS,
};

/** Whether who sits there has proved lately enough who he is for what is dangerous. */
export const isConfirmed = ({ confirmedAt }: Session, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMATION_MS;
