import { sat } from '../../base/amount.ts';
import type { Language } from '../../i18n/language.ts';
import type { Theme, Unit } from '../preferences.ts';
import type { User } from '../user-store.ts';

export interface UserRow {
  readonly id: string;
  readonly identifier: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly nostr_pubkey: string | null;
  readonly is_admin: boolean;
  readonly disabled_at: Date | null;
  readonly closed_at: Date | null;
  readonly created_at: Date;
  readonly language: Language | null;
  readonly browser_language: Language | null;
  readonly unit: Unit;
  readonly currency: string | null;
  readonly time_zone: string | null;
  readonly theme: Theme;
  readonly hides_amounts: boolean;
  readonly shows_name_since: Date | null;
  readonly confirm_above_sat: bigint;
}

/** SQL for the columns of a user; the table `wallet_user` is named `u` in the statement. */
export const USER_COLUMNS =
  'u.id, u.identifier, u.email, u.name, u.avatar, u.nostr_pubkey, u.is_admin, u.disabled_at, ' +
  'u.closed_at, u.created_at, u.language, u.browser_language, u.unit, u.currency, ' +
  'u.time_zone, u.theme, u.hides_amounts, u.shows_name_since, ' +
  'u.confirm_above_sat';

export const parseUser = (row: UserRow): User => ({
  id: row.id,
  identifier: row.identifier,
  email: row.email,
  name: row.name,
  avatar: row.avatar,
  nostrPubkey: row.nostr_pubkey,
  isAdmin: row.is_admin,
  disabledAt: row.disabled_at,
  closedAt: row.closed_at,
  createdAt: row.created_at,
  browserLanguage: row.browser_language,
  preferences: {
    language: row.language,
    unit: row.unit,
    currency: row.currency,
    timeZone: row.time_zone,
    theme: row.theme,
    hidesAmounts: row.hides_amounts,
    showsName: row.shows_name_since !== null,
    confirmAboveSat: sat(row.confirm_above_sat),
  },
});
