import { hashToken } from '../authorization/personal-token.ts';
import { newUuid } from '../base/id.ts';
import { cleanText } from '../base/text.ts';
import type { AccountDeps } from './account-deps.ts';
import { MAX_DEVICE_LENGTH } from './limits.ts';
import { newSessionSecret, type Session, sessionEnd } from './session.ts';
import type { NewSession } from './session-store.ts';

export type OpenSessionDeps = Pick<AccountDeps, 'sessions' | 'clock' | 'random'>;

/** A browser that sends a request, before it is known who uses it. */
export interface Browser {
  readonly device: string;
  readonly address: string;
  /** The session that the browser has before this request changes it; null if it has none. */
  readonly session: Session | null;
}

/** A session that has just begun. Its secret goes into the browser's cookie and nowhere else. */
export interface OpenedSession {
  readonly secret: string;
  readonly session: Session;
}

/** The user whose session begins; `isHalf` means that their second factor is still missing. */
export interface SessionOwner {
  readonly userId: string;
  readonly sessionEpoch: number;
  readonly isHalf: boolean;
  /** The time when the user last proved who they are. If omitted, that is now. */
  readonly confirmedAt?: Date | null;
}

/**
 * Begins a user's session in place of the browser's old one, under a new secret, so that anyone who
 * planted or saw the old secret gains nothing.
 */
export async function openSession(
  deps: OpenSessionDeps,
  browser: Browser,
  owner: SessionOwner,
): Promise<OpenedSession> {
  const { opened, row } = prepareSession(deps, browser, owner);
  const old = browser.session;
  const isWritten = old !== null && (await deps.sessions.replaceSession(old.id, row));
  if (!isWritten) await deps.sessions.insertSession(row);
  return opened;
}

/**
 * Gives a session a new secret. The session must still exist: one that was ended meanwhile stays
 * ended.
 */
export async function renewSession(
  deps: OpenSessionDeps,
  browser: Browser & { readonly session: Session },
  owner: SessionOwner,
): Promise<OpenedSession | null> {
  const { opened, row } = prepareSession(deps, browser, owner);
  return (await deps.sessions.replaceSession(browser.session.id, row)) ? opened : null;
}

interface PreparedSession {
  readonly opened: OpenedSession;
  readonly row: NewSession;
}

function prepareSession(
  { clock, random }: OpenSessionDeps,
  { device, address, session: old }: Browser,
  { userId, sessionEpoch, isHalf, confirmedAt }: SessionOwner,
): PreparedSession {
  const now = clock.now();
  const secret = newSessionSecret(random);
  const session: Session = {
    id: newUuid(clock, random),
    userId,
    sessionEpoch,
    signedInAt: isHalf ? null : now,
    confirmedAt: isHalf ? null : confirmedAt === undefined ? now : confirmedAt,
    returnTo: isHalf ? (old?.returnTo ?? null) : null,
    notice: null,
    device: cleanText(device, MAX_DEVICE_LENGTH),
    address,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: sessionEnd(isHalf ? 'half' : 'signed_in', now, now),
  };
  const signedInFor = isHalf ? null : (old?.returnTo ?? null);
  const row = { ...session, secretHash: hashToken(secret), signedInFor };
  return { opened: { secret, session }, row };
}
