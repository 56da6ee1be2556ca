import { newChallenge, type PasskeySite } from '../../access/passkey.ts';
import type { Session } from '../../access/session.ts';
import { CHALLENGE_MS } from '../../base/limits.ts';
import type { AccountDeps } from './account-deps.ts';

export type AskForPasskeyDeps = Pick<
  AccountDeps,
  'sessions' | 'passkeys' | 'authUrl' | 'clock' | 'random'
>;

/** What a browser is asked to sign by, as JSON text. Its session remembers the challenge. */
export async function askForPasskey(deps: AskForPasskeyDeps, session: Session): Promise<string> {
  return deps.passkeys.requestOptions(passkeySite(deps), await giveChallenge(deps, session));
}

export async function giveChallenge(
  { sessions, clock, random }: Pick<AskForPasskeyDeps, 'sessions' | 'clock' | 'random'>,
  session: Session,
): Promise<string> {
  const challenge = newChallenge(random);
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  await sessions.setChallenge(session.id, challenge, expiresAt);
  return challenge;
}

export function passkeySite({ authUrl }: Pick<AccountDeps, 'authUrl'>): PasskeySite {
  const { hostname, origin } = new URL(authUrl());
  return { domain: hostname, origin };
}
