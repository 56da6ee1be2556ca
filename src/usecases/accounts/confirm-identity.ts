import type {
  BusyRefusal,
  CredentialsRefusal,
  PasskeyRefusal,
  TooManyRefusal,
} from '../../account/account-refusals.ts';
import type { Session } from '../../account/session.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { AccountDeps } from './account-deps.ts';
import { type CheckPasswordDeps, checkOwnPassword } from './check-own-password.ts';
import { type CheckPasskeyDeps, checkPasskey } from './passkeys.ts';

export type ConfirmIdentityDeps = CheckPasswordDeps &
  CheckPasskeyDeps &
  Pick<AccountDeps, 'sessions' | 'clock'>;

export interface Proof {
  readonly userId: string;
  readonly session: Session;
  readonly knownBrowser: string;
  readonly network: string;
}

/** Signed-in users prove their identity again before something dangerous. */
export async function confirmByPassword(
  deps: ConfirmIdentityDeps,
  { userId, session, knownBrowser, network }: Proof,
  password: string,
): Promise<Result<null, CredentialsRefusal | TooManyRefusal | BusyRefusal>> {
  const credentials = await deps.credentials.readCredentials(userId);
  const email = credentials?.user.email ?? '';
  const claim = { email, credentials, password, knownBrowser, network };
  const checked = await checkOwnPassword(deps, claim);
  if (!checked.ok) return checked;
  await deps.sessions.confirmSession(session.id, deps.clock.now());
  return accept(null);
}

export async function confirmByPasskey(
  deps: ConfirmIdentityDeps,
  { userId, session }: Proof,
  answer: string,
): Promise<Result<null, PasskeyRefusal>> {
  const checked = await checkPasskey(deps, session, answer);
  if (!checked.ok) return checked;
  if (checked.value.userId !== userId) return refuse({ kind: 'wrong_passkey' });
  await deps.sessions.confirmSession(session.id, deps.clock.now());
  return accept(null);
}
