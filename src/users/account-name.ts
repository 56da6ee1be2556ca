import type { User } from './user-store.ts';

/**
 * How an account is called where it must not be taken for another one: by e-mail address, or by
 * identifier where there is none. Unlike the name that users choose, both are unique.
 */
export const accountName = ({ email, identifier }: Pick<User, 'email' | 'identifier'>): string =>
  email ?? identifier;
