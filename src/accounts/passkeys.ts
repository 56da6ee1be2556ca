import { checkName, type NameRefusal } from '../authorization/name.ts';
import { MAX_NAME_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { accountName } from '../users/account-name.ts';
import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import type { CredentialsRefusal, PasskeyRefusal } from './account-refusals.ts';
import { CHALLENGE_MS, MAX_PASSKEY_ANSWER_LENGTH, MAX_PASSKEYS } from './limits.ts';
import { type NotifyUserDeps, notifyUser } from './notify-user.ts';
import { type Browser, type OpenSessionDeps, openSession } from './open-session.ts';
import {
  type ChallengeUse,
  isChallengeFor,
  newChallenge,
  type Passkey,
  type PasskeySite,
} from './passkey.ts';
import type { Session } from './session.ts';
import { type SignedIn, welcome } from './sign-in.ts';

export type AskForPasskeyDeps = Pick<
  AccountDeps,
  'sessions' | 'passkeys' | 'authUrl' | 'clock' | 'random'
>;

/**
 * Makes the options for signing with a passkey, as JSON text for the browser. The challenge to sign
 * is stored with the session, to check the answer. With a subject, the answer proves nothing for
 * anything else.
 */
export async function askForPasskey(
  deps: AskForPasskeyDeps,
  session: Session,
  subject = '',
): Promise<string> {
  const challenge = await giveChallenge(deps, session, { purpose: 'request', subject });
  return deps.passkeys.requestOptions(passkeySite(deps), challenge);
}

async function giveChallenge(
  { sessions, clock, random }: Pick<AskForPasskeyDeps, 'sessions' | 'clock' | 'random'>,
  session: Session,
  use: ChallengeUse,
): Promise<string> {
  const challenge = newChallenge(random, use);
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  await sessions.setChallenge(session.id, challenge, expiresAt);
  return challenge;
}

function passkeySite({ authUrl }: Pick<AccountDeps, 'authUrl'>): PasskeySite {
  const { hostname, origin } = new URL(authUrl());
  return { domain: hostname, origin };
}

/**
 * Takes the challenge of the session. Null if it was given for another purpose; it is used up even
 * then.
 */
async function takeChallenge(
  { sessions, clock }: Pick<AskForPasskeyDeps, 'sessions' | 'clock'>,
  session: Session,
  use: ChallengeUse,
): Promise<string | null> {
  const challenge = await sessions.takeChallenge(session.id, clock.now());
  return challenge !== null && isChallengeFor(challenge, use) ? challenge : null;
}

export type CheckPasskeyDeps = Pick<
  AccountDeps,
  'sessions' | 'secondFactors' | 'passkeys' | 'authUrl' | 'clock' | 'log'
>;

/**
 * Finds the user whose passkey signed the challenge of this session. The challenge is used up
 * first, whatever the answer is. A passkey whose signature count does not grow may be a copy, and
 * is refused.
 */
export async function checkPasskey(
  deps: CheckPasskeyDeps,
  session: Session,
  answer: string,
  subject = '',
): Promise<Result<Passkey, PasskeyRefusal>> {
  const { secondFactors, passkeys, clock, log } = deps;
  const challenge = await takeChallenge(deps, session, { purpose: 'request', subject });
  const id = answer.length > MAX_PASSKEY_ANSWER_LENGTH ? null : passkeys.readKeyId(answer);
  const passkey = id === null ? null : await secondFactors.findPasskey(id);
  if (challenge === null || passkey === null) return refuse({ kind: 'wrong_passkey' });
  const signCount = await passkeys.checkAnswer(passkeySite(deps), challenge, answer, passkey);
  if (signCount === null) return refuse({ kind: 'wrong_passkey' });
  if (!(await secondFactors.takeSignCount(passkey.id, signCount, clock.now()))) {
    log.warn({ userId: passkey.userId }, 'a passkey was refused: it may have been copied');
    return refuse({ kind: 'wrong_passkey' });
  }
  return accept(passkey);
}

export type AddPasskeyDeps = AskForPasskeyDeps &
  NotifyUserDeps &
  Pick<AccountDeps, 'secondFactors'>;

/**
 * Makes the options for creating a passkey, as JSON text for the browser. A new passkey can let
 * money leave from then on, so only users who have just proved who they are may have the options.
 */
export async function askForNewPasskey(
  deps: AddPasskeyDeps,
  session: Session,
  user: User,
): Promise<Result<string, PasskeyRefusal>> {
  const existing = await deps.secondFactors.listPasskeys(user.id);
  if (existing.length >= MAX_PASSKEYS) return refuse({ kind: 'too_many_passkeys' });
  const challenge = await giveChallenge(deps, session, { purpose: 'creation', subject: '' });
  const owner = { userId: user.id, accountName: accountName(user), name: user.name };
  return accept(await deps.passkeys.creationOptions(passkeySite(deps), owner, challenge, existing));
}

export interface NewPasskeyInput {
  readonly session: Session;
  readonly user: User;
  readonly name: string;
  /** The browser's answer about the new passkey, as JSON text. */
  readonly answer: string;
}

export async function addPasskey(
  deps: AddPasskeyDeps,
  { session, user, name, answer }: NewPasskeyInput,
): Promise<Result<Passkey, PasskeyRefusal | NameRefusal>> {
  const checked = checkName(name, MAX_NAME_LENGTH);
  if (!checked.ok) return checked;
  const challenge = await takeChallenge(deps, session, { purpose: 'creation', subject: '' });
  if (challenge === null || answer.length > MAX_PASSKEY_ANSWER_LENGTH) {
    return refuse({ kind: 'wrong_passkey' });
  }
  const made = await deps.passkeys.checkCreation(passkeySite(deps), challenge, answer);
  if (made === null) return refuse({ kind: 'wrong_passkey' });
  const passkey: Passkey = {
    ...made,
    userId: user.id,
    name: checked.value || 'Passkey',
    createdAt: deps.clock.now(),
    lastUsedAt: null,
  };
  if (!(await deps.secondFactors.insertPasskey(passkey))) return refuse({ kind: 'passkey_known' });
  notifyUser(deps, user, { kind: 'passkey_added', name: passkey.name });
  return accept(passkey);
}

export type SignInWithPasskeyDeps = CheckPasskeyDeps &
  OpenSessionDeps &
  Pick<AccountDeps, 'credentials' | 'keys'>;

/**
 * Signs a user in with a passkey. The passkey has verified its user, so it counts as both factors.
 */
export async function signInWithPasskey(
  deps: SignInWithPasskeyDeps,
  browser: Browser & { readonly session: Session },
  answer: string,
): Promise<Result<SignedIn, PasskeyRefusal | CredentialsRefusal>> {
  const checked = await checkPasskey(deps, browser.session, answer);
  if (!checked.ok) return checked;
  const credentials = await deps.credentials.readCredentials(checked.value.userId);
  if (credentials === null) return refuse({ kind: 'wrong_passkey' });
  const { user, sessionEpoch } = credentials;
  if (user.disabledAt !== null) return refuse({ kind: 'user_disabled' });
  const owner = { userId: user.id, sessionEpoch, isHalf: false };
  return accept(welcome(deps, await openSession(deps, browser, owner), browser));
}

export type RemovePasskeyDeps = NotifyUserDeps & Pick<AccountDeps, 'secondFactors'>;

/** Removes a passkey; false if the user has no passkey with this id. */
export async function removePasskey(
  deps: RemovePasskeyDeps,
  user: User,
  passkeyId: string,
): Promise<boolean> {
  const passkeys = await deps.secondFactors.listPasskeys(user.id);
  const name = passkeys.find(({ id }) => id === passkeyId)?.name ?? '';
  const isRemoved = await deps.secondFactors.removePasskey(user.id, passkeyId);
  if (isRemoved) notifyUser(deps, user, { kind: 'passkey_removed', name });
  return isRemoved;
}
