import type { Session } from '../../access/session.ts';
import type { CredentialsRefusal, PasskeyRefusal } from '../../account/account-refusals.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { AccountDeps } from './account-deps.ts';
import { type CheckPasskeyDeps, checkPasskey } from './check-passkey.ts';
import { type Browser, type OpenSessionDeps, openSession } from './open-session.ts';
import { type SignedIn, welcome } from './sign-in.ts';

export type SignInWithPasskeyDeps = CheckPasskeyDeps &
  OpenSessionDeps &
  Pick<AccountDeps, 'credentials' | 'keys'>;

/** The key has verified its user, so it stands for both factors. */
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
