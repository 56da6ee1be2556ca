import type { PersonNameRefusal } from '../authorization/name.ts';
import { accept, type Result } from '../base/result.ts';
import { checkProfile, type ProfileChange, type ProfileRefusal } from '../users/profile.ts';
import type { AccountDeps } from './account-deps.ts';

/** Changes the name and the profile that users state about themselves. */
export async function changeProfile(
  { users }: Pick<AccountDeps, 'users'>,
  userId: string,
  change: ProfileChange,
): Promise<Result<null, ProfileRefusal | PersonNameRefusal>> {
  const checked = checkProfile(change);
  if (!checked.ok) return checked;
  await users.updateUser(userId, checked.value);
  return accept(null);
}
