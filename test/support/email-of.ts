import assert from 'node:assert/strict';
import type { User } from '../../src/users/user-store.ts';

/** The e-mail address of a user who has one. */
export function emailOf({ email }: Pick<User, 'email'>): string {
  assert(email !== null, 'this user has an e-mail address');
  return email;
}
