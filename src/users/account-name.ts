import type { User } from './user-store.ts';

/**
 * The name of an account where it must not be mistaken for another one: the e-mail address, or the
 * identifier if there is no address. Both are unique, unlike the name that users choose.
 */
export const accountName = ({ email, identifier }: Pick<User, 'email' | 'identifier'>): string =>
  email ?? identifier;
