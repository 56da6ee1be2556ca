import { type ActionOrder, newAction } from '../alarms/audited-action.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import type { OwnAccountRefusal } from './account-refusals.ts';

export type SwitchUserDeps = Pick<AccountDeps, 'users' | 'clock' | 'random' | 'log'>;

/** The entry for the log of operators' actions about a change of a user. */
export const userOrder = (
  { id, identifier }: Pick<User, 'id' | 'identifier'>,
  kind: 'user_disable' | 'user_enable' | 'user_set_password' | 'user_sign_out',
): ActionOrder => ({ kind, subject: id, detail: { user: identifier } });

/**
 * Disables a user. Their sessions, tokens and apps stop immediately, and their webhooks are held
 * back. The money stays theirs.
 */
export async function disableUser(
  deps: SwitchUserDeps,
  admin: User,
  user: User,
): Promise<Result<null, OwnAccountRefusal>> {
  if (admin.id === user.id) return refuse({ kind: 'own_account' });
  const { users, clock, log } = deps;
  const action = newAction(deps, { adminId: admin.id }, userOrder(user, 'user_disable'));
  await users.updateUser(user.id, { disabledAt: clock.now() }, action);
  log.info({ userId: user.id, adminId: admin.id }, 'a user was switched off');
  return accept(null);
}

export async function enableUser(deps: SwitchUserDeps, admin: User, user: User): Promise<void> {
  const { users, log } = deps;
  const action = newAction(deps, { adminId: admin.id }, userOrder(user, 'user_enable'));
  await users.updateUser(user.id, { disabledAt: null }, action);
  log.info({ userId: user.id, adminId: admin.id }, 'a user was switched on again');
}

/** Ends all sessions of a user, as they can do themselves. Apps and tokens stay. */
export async function signOutUser(
  deps: SwitchUserDeps,
  admin: User,
  user: User,
): Promise<Result<null, OwnAccountRefusal>> {
  if (admin.id === user.id) return refuse({ kind: 'own_account' });
  const { users, log } = deps;
  const action = newAction(deps, { adminId: admin.id }, userOrder(user, 'user_sign_out'));
  await users.updateUser(user.id, { endsSessions: true }, action);
  log.info({ userId: user.id, adminId: admin.id }, 'a user was signed out everywhere');
  return accept(null);
}
