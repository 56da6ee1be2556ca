/** Finds the user whom a command or a form names: by e-mail address, address name or identifier. */

import { accept, type Result, refuse } from '../base/result.ts';
import { parseEmail } from './email.ts';
import type { UserRefusal } from './user-refusal.ts';
import type { User, UserStore } from './user-store.ts';

export async function findUser(
  { users }: { readonly users: UserStore },
  text: string,
): Promise<Result<User, UserRefusal>> {
  if (!text.includes('@')) {
    const name = text.trim();
    const user = await users.findUserByName(name);
    return user === null ? refuse(noUser(name)) : accept(user);
  }
  const email = parseEmail(text);
  if (!email.ok) return email;
  const user = await users.findUserByEmail(email.value);
  return user === null ? refuse(noUser(email.value)) : accept(user);
}

const noUser = (named: string): UserRefusal => ({
  kind: 'user_not_found',
  message: `there is no user with ${named}`,
});
