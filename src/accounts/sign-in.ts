import { accept, type Result } from '../base/result.ts';
import { parseEmail } from '../users/email.ts';
import type { BusyRefusal, CredentialsRefusal, TooManyRefusal } from './account-refusals.ts';
import { type CheckPasswordDeps, checkOwnPassword } from './check-own-password.ts';
import { newKnownBrowser } from './known-browser.ts';
import {
  type Browser,
  type OpenedSession,
  type OpenSessionDeps,
  openSession,
} from './open-session.ts';

export type SignInDeps = CheckPasswordDeps & OpenSessionDeps;

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
  /**
   * The value of the cookie that the browser got when its user signed in there earlier; '' if it
   * has none.
   */
  readonly knownBrowser: string;
  readonly network: string;
}

export interface SignedIn {
  readonly opened: OpenedSession;
  /**
   * The page that the user wanted to open before they were asked to sign in; null if there is none,
   * or while the second factor is missing.
   */
  readonly returnTo: string | null;
  /**
   * The value of a cookie by which the browser is later recognised as one in which its user has
   * signed in; null until they are fully signed in.
   */
  readonly knownBrowser: string | null;
}

/**
 * Signs in with e-mail address and password. Users with an authenticator app still have to enter a
 * code.
 */
export async function signIn(
  deps: SignInDeps,
  { email: emailText, password, browser, knownBrowser, network }: SignInInput,
): Promise<Result<SignedIn, CredentialsRefusal | TooManyRefusal | BusyRefusal>> {
  const parsed = parseEmail(emailText);
  const email = parsed.ok ? parsed.value : emailText;
  const credentials = parsed.ok ? await deps.credentials.findCredentials(email) : null;
  const claim = { account: email, credentials, password, knownBrowser, network };
  const checked = await checkOwnPassword(deps, claim);
  if (!checked.ok) return checked;
  const { user, sessionEpoch, hasAuthenticator } = checked.value;
  const owner = { userId: user.id, sessionEpoch, isHalf: hasAuthenticator };
  const opened = await openSession(deps, browser, owner);
  if (hasAuthenticator) return accept({ opened, returnTo: null, knownBrowser: null });
  return accept(welcome(deps, opened, browser));
}

/** Makes the result of signing in for users who need not prove anything more. */
export const welcome = (
  { keys, random }: Pick<SignInDeps, 'keys' | 'random'>,
  opened: OpenedSession,
  { session: old }: Browser,
): SignedIn => ({
  opened,
  returnTo: old?.returnTo ?? null,
  knownBrowser: newKnownBrowser(keys.knownBrowser, opened.session.userId ?? '', random),
});
