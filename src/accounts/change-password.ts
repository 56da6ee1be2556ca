import { accept, type Result, refuse } from '../base/result.ts';
import { accountName } from '../users/account-name.ts';
import { checkPassword, type PasswordRefusal } from '../users/password.ts';
import type {
  BusyRefusal,
  CredentialsRefusal,
  SessionRefusal,
  TooManyRefusal,
} from './account-refusals.ts';
import { type CheckPasswordDeps, checkOwnPassword } from './check-own-password.ts';
import { type NotifyUserDeps, notifyUser } from './notify-user.ts';
import {
  type Browser,
  type OpenedSession,
  type OpenSessionDeps,
  renewSession,
} from './open-session.ts';
import type { Session } from './session.ts';

export type ChangePasswordDeps = CheckPasswordDeps & OpenSessionDeps & NotifyUserDeps;

export interface ChangePasswordInput {
  readonly userId: string;
  readonly browser: Browser & { readonly session: Session };
  readonly knownBrowser: string;
  readonly network: string;
  readonly present: string;
  readonly next: string;
}

/**
 * Changes the password and ends all sessions of the user. The browser that asked continues with a
 * new session secret.
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  { userId, browser, knownBrowser, network, present, next }: ChangePasswordInput,
): Promise<
  Result<
    OpenedSession,
    CredentialsRefusal | TooManyRefusal | BusyRefusal | SessionRefusal | PasswordRefusal
  >
> {
  const wanted = checkPassword(next);
  if (!wanted.ok) return wanted;
  const credentials = await deps.credentials.readCredentials(userId);
  const account = credentials === null ? '' : accountName(credentials.user);
  const claim = { account, credentials, knownBrowser, network };
  const checked = await checkOwnPassword(deps, { ...claim, password: present });
  if (!checked.ok) return checked;
  const hashed = await deps.passwords.hash(wanted.value, { network, knownUserId: userId });
  if (!hashed.ok) return hashed;
  const { user, passwordHash } = checked.value;
  const epoch = await deps.credentials.changePassword(userId, passwordHash, hashed.value);
  if (epoch === null) return refuse({ kind: 'session_over' });
  notifyUser(deps, user, { kind: 'password_changed' });
  const owner = { userId, sessionEpoch: epoch, isHalf: false };
  const opened = await renewSession(deps, browser, owner);
  return opened === null ? refuse({ kind: 'session_over' }) : accept(opened);
}
