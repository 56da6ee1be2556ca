/** Finds the user whom a command or a form names by e-mail address. */

import { accept, type Result, refuse } from '../base/result.ts';
import { parseEmail } from './email.ts';
import type { UserRefusal } from './user-refusal.ts';
import type { User, UserStore } from './user-store.ts';

export async function findUser(
  deps: { readonly users: UserStore },
  emailText: string,
): Promise<Result<User, UserRefusal>> {
  const email = parseEmail(emailText);
  if (!email.ok) return email;
  const user = await deps.users.findUserByEmail(email.value);
  if (user === null) {
    return refuse({ kind: 'user_not_found', message: `there is no user with ${email.value}` });
  }
  return accept(user);
}
