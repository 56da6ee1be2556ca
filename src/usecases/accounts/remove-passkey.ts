import type { User } from '../../account/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import { type TellUserDeps, tellUser } from './tell-user.ts';

export type RemovePasskeyDeps = TellUserDeps & Pick<AccountDeps, 'secondFactors'>;

/** False when the user has no such passkey. */
export async function removePasskey(
  deps: RemovePasskeyDeps,
  { id: userId, email }: User,
  passkeyId: string,
): Promise<boolean> {
  const passkeys = await deps.secondFactors.listPasskeys(userId);
  const name = passkeys.find(({ id }) => id === passkeyId)?.name ?? '';
  const isRemoved = await deps.secondFactors.removePasskey(userId, passkeyId);
  if (isRemoved) tellUser(deps, email, { kind: 'passkey_removed', name });
  return isRemoved;
}
