import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import { type NotifyUserDeps, notifyUser } from './notify-user.ts';

export type RemoveAuthenticatorDeps = NotifyUserDeps & Pick<AccountDeps, 'secondFactors'>;

/**
 * Removes the authenticator app and the backup codes of a user. From then on the password alone
 * signs them in.
 */
export async function removeAuthenticator(
  deps: RemoveAuthenticatorDeps,
  user: User,
): Promise<void> {
  const isRemoved = await deps.secondFactors.removeAuthenticator(user.id);
  if (isRemoved) notifyUser(deps, user, { kind: 'authenticator_removed' });
}
