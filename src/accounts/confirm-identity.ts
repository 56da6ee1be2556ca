/** Lets signed-in users prove again who they are before they do something dangerous. */

import { accept, type Result, refuse } from '../base/result.ts';
import { accountName } from '../users/account-name.ts';
import type { AccountDeps } from './account-deps.ts';
import type {
  BusyRefusal,
  CredentialsRefusal,
  PasskeyRefusal,
  TooManyRefusal,
} from './account-refusals.ts';
import { type CheckPasswordDeps, checkOwnPassword } from './check-own-password.ts';
import { type CheckPasskeyDeps, checkPasskey } from './passkeys.ts';
import type { Session } from './session.ts';

export type ProveIdentityDeps = CheckPasswordDeps & CheckPasskeyDeps;

export type ConfirmIdentityDeps = ProveIdentityDeps & Pick<AccountDeps, 'sessions' | 'clock'>;

export interface Proof {
  readonly userId: string;
  readonly session: Session;
  readonly knownBrowser: string;
  readonly network: string;
}

export type PasswordProved = Result<null, CredentialsRefusal | TooManyRefusal | BusyRefusal>;
export type PasskeyProved = Result<null, PasskeyRefusal>;

/** Proves by a password who a signed-in user is. The proof counts for one action only. */
export async function proveByPassword(
  deps: ProveIdentityDeps,
  { userId, knownBrowser, network }: Proof,
  password: string,
): Promise<PasswordProved> {
  const credentials = await deps.credentials.readCredentials(userId);
  const account = credentials === null ? '' : accountName(credentials.user);
  const claim = { account, credentials, password, knownBrowser, network };
  const checked = await checkOwnPassword(deps, claim);
  return checked.ok ? accept(null) : checked;
}

/**
 * Proves by a passkey who a signed-in user is. With a subject, only an answer counts that was given
 * for it.
 */
export async function proveByPasskey(
  deps: ProveIdentityDeps,
  { userId, session }: Proof,
  answer: string,
  subject = '',
): Promise<PasskeyProved> {
  const checked = await checkPasskey(deps, session, answer, subject);
  if (!checked.ok) return checked;
  return checked.value.userId === userId ? accept(null) : refuse({ kind: 'wrong_passkey' });
}

/**
 * Confirms by a password who a signed-in user is. The confirmation counts for some minutes
 * (CONFIRMATION_MS), in which the user may do dangerous things.
 */
export const confirmByPassword = async (
  deps: ConfirmIdentityDeps,
  proof: Proof,
  password: string,
): Promise<PasswordProved> =>
  await confirmed(deps, proof, await proveByPassword(deps, proof, password));

export const confirmByPasskey = async (
  deps: ConfirmIdentityDeps,
  proof: Proof,
  answer: string,
): Promise<PasskeyProved> =>
  await confirmed(deps, proof, await proveByPasskey(deps, proof, answer));

async function confirmed<Proved extends PasswordProved | PasskeyProved>(
  { sessions, clock }: ConfirmIdentityDeps,
  { session }: Proof,
  proved: Proved,
): Promise<Proved> {
  if (proved.ok) await sessions.confirmSession(session.id, clock.now());
  return proved;
}
