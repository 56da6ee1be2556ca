/** Changes a user for an operator: name and profile, password, or whether the user is disabled. */

import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { findUser } from '../users/find-user.ts';
import { checkPassword, type PasswordHasher } from '../users/password.ts';
import { checkProfile, type ProfileChange } from '../users/profile.ts';
import type { UserRefusal } from '../users/user-refusal.ts';
import type { User, UserStore } from '../users/user-store.ts';

export interface ChangeUserDeps {
  readonly users: UserStore;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
}

export interface ChangeUserInput {
  /** Names the user: by e-mail address, address name or identifier. */
  readonly user: string;
  readonly profile: ProfileChange;
  /** The new password of the user; null to keep the present one. */
  readonly password: string | null;
  /**
   * When the user was disabled, or null to enable them; without this field nothing changes. A
   * disabled user's tokens stop working immediately.
   */
  readonly disabledAt: { readonly value: Date | null } | null;
  /** Makes the entry for the log of operators' actions, if an operator makes the change. */
  readonly actionOf?: (user: User) => NewAction;
}

export async function changeUser(
  deps: ChangeUserDeps,
  input: ChangeUserInput,
): Promise<Result<User, UserRefusal>> {
  const found = await findUser(deps, input.user);
  if (!found.ok) return found;
  const profile = checkProfile(input.profile);
  if (!profile.ok) return profile;
  const passwordHash = await hashIfGiven(deps, input.password);
  if (!passwordHash.ok) return passwordHash;
  const change = {
    ...profile.value,
    ...(passwordHash.value === null ? {} : { passwordHash: passwordHash.value }),
    ...(input.disabledAt === null ? {} : { disabledAt: input.disabledAt.value }),
  };
  await deps.users.updateUser(found.value.id, change, input.actionOf?.(found.value));
  const changed = await deps.users.findUser(found.value.id);
  if (changed === null) {
    return refuse({ kind: 'user_not_found', message: `${input.user} is gone` });
  }
  return accept(changed);
}

async function hashIfGiven(
  deps: ChangeUserDeps,
  password: string | null,
): Promise<Result<string | null, UserRefusal>> {
  if (password === null) return accept(null);
  const checked = checkPassword(password);
  return checked.ok ? accept(await deps.passwords.hash(checked.value)) : checked;
}
