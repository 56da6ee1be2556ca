import type { User } from '../../../account/user-store.ts';

export interface UserRow {
  readonly id: string;
  readonly identifier: string;
  readonly email: string;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly nostr_pubkey: string | null;
  readonly is_admin: boolean;
  readonly disabled_at: Date | null;
  readonly created_at: Date;
}

/** Columns of `wallet_user`, named `u` in the statement. */
export const USER_COLUMNS =
  'u.id, u.identifier, u.email, u.name, u.avatar, u.nostr_pubkey, u.is_admin, u.disabled_at, ' +
  'u.created_at';

export const parseUser = (row: UserRow): User => ({
  id: row.id,
  identifier: row.identifier,
  email: row.email,
  name: row.name,
  avatar: row.avatar,
  nostrPubkey: row.nostr_pubkey,
  isAdmin: row.is_admin,
  disabledAt: row.disabled_at,
  createdAt: row.created_at,
});
