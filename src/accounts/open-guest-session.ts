import { hashToken } from '../authorization/personal-token.ts';
import { newUuid } from '../base/id.ts';
import { cleanText } from '../base/text.ts';
import { MAX_DEVICE_LENGTH } from './limits.ts';
import type { OpenSessionDeps } from './open-session.ts';
import { type Session, type SessionNotice, sessionEnd } from './session.ts';

export interface GuestInput {
  /** The secret of the guest's session, which goes into the cookie of the browser. */
  readonly secret: string;
  readonly device: string;
  readonly address: string;
  readonly returnTo: string | null;
  readonly notice: SessionNotice | null;
}

/**
 * Stores a session for a browser in which no one is signed in. This happens only once there is
 * something to remember for the browser, such as a notice for its next page.
 */
export async function openGuestSession(
  { sessions, clock, random }: OpenSessionDeps,
  { secret, device, address, returnTo, notice }: GuestInput,
): Promise<Session> {
  const now = clock.now();
  return await sessions.keepGuest({
    id: newUuid(clock, random),
    secretHash: hashToken(secret),
    userId: null,
    sessionEpoch: null,
    signedInAt: null,
    confirmedAt: null,
    returnTo,
    notice,
    address,
    device: cleanText(device, MAX_DEVICE_LENGTH),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: sessionEnd('guest', now, now),
  });
}
