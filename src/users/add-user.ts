import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import { checkPersonName } from '../authorization/name.ts';
import type { Clock } from '../base/clock.ts';
import { newIdentifier, newUuid, USER_IDENTIFIER_LENGTH } from '../base/id.ts';
import { MAX_NAME_LENGTH } from '../base/limits.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { parseEmail } from './email.ts';
import { checkPassword, type PasswordHasher } from './password.ts';
import { DEFAULT_PREFERENCES } from './preferences.ts';
import type { UserRefusal } from './user-refusal.ts';
import type { User, UserStore } from './user-store.ts';

export interface AddUserDeps {
  readonly users: UserStore;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly clock: Clock;
  readonly random: Random;
}

export interface AddUserInput {
  readonly email: string;
  readonly password: string;
  readonly name: string | null;
  readonly isAdmin: boolean;
  /** Makes the entry in the log of operator actions; missing where no operator adds the user. */
  readonly actionOf?: (user: User) => NewAction;
}

/** Creates a user with an empty wallet. */
export async function addUser(
  deps: AddUserDeps,
  input: AddUserInput,
): Promise<Result<User, UserRefusal>> {
  const email = parseEmail(input.email);
  if (!email.ok) return email;
  const password = checkPassword(input.password);
  if (!password.ok) return password;
  const name = checkPersonName(input.name ?? '', MAX_NAME_LENGTH);
  if (!name.ok) return name;
  const { isAdmin } = input;
  const user = newUser(deps, { email: email.value, name: name.value || null, isAdmin });
  const passwordHash = await deps.passwords.hash(password.value);
  const outcome = await deps.users.insertUser({ ...user, passwordHash }, input.actionOf?.(user));
  if (outcome === 'email_taken') {
    return refuse({ kind: 'email_taken', message: `there is a user with ${email.value} already` });
  }
  return accept(user);
}

/** Makes a new user with fresh ids, who is not stored yet. */
export const newUser = (
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { email, name, isAdmin }: Pick<User, 'email' | 'name' | 'isAdmin'>,
): User => ({
  id: newUuid(clock, random),
  identifier: newIdentifier(random, USER_IDENTIFIER_LENGTH),
  email,
  name,
  isAdmin,
  avatar: null,
  nostrPubkey: null,
  disabledAt: null,
  createdAt: clock.now(),
  closedAt: null,
  browserLanguage: null,
  preferences: DEFAULT_PREFERENCES,
});
