import type { OwnAccountRefusal } from '../../account/account-refusals.ts';
import type { User } from '../../account/user-store.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { AccountDeps } from './account-deps.ts';

export type SwitchUserDeps = Pick<AccountDeps, 'users' | 'clock' | 'log'>;

/**
 * Immediately stops the user's sessions, tokens and apps, and holds webhooks; the money stays
 * theirs.
 */
export async function disableUser(
  { users, clock, log }: SwitchUserDeps,
  admin: User,
  user: User,
): Promise<Result<null, OwnAccountRefusal>> {
  if (admin.id === user.id) return refuse({ kind: 'own_account' });
  await users.updateUser(user.id, { disabledAt: clock.now() });
  log.info({ userId: user.id, adminId: admin.id }, 'a user was switched off');
  return accept(null);
}

export async function enableUser(
  { users, log }: SwitchUserDeps,
  admin: User,
  user: User,
): Promise<void> {
  await users.updateUser(user.id, { disabledAt: null });
  log.info({ userId: user.id, adminId: admin.id }, 'a user was switched on again');
}
