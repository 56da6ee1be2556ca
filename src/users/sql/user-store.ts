import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { Language } from '../../i18n/language.ts';
import type { Preferences } from '../preferences.ts';
import type { NewUser, User, UserChange, UserStore } from '../user-store.ts';
import { parseUser, USER_COLUMNS, type UserRow } from './user-row.ts';

export const createUserStore = (database: Database): UserStore => ({
  ...bindQueries(database, {
    findUser,
    findUserByEmail,
    findUserByIdentifier,
    findUserByName,
    listUsers,
    changePreferences,
    noteBrowserLanguage,
    noteBrowserZone,
  }),
  insertUser: (user, action) =>
    action === undefined
      ? database.query((sql) => insertUser(sql, user))
      : logged(
          database,
          action,
          (sql) => insertUser(sql, user),
          (outcome) => outcome === 'inserted',
        ),
  updateUser: (id, change, action) =>
    action === undefined
      ? database.query((sql) => updateUser(sql, id, change))
      : logged(
          database,
          action,
          (sql) => updateUser(sql, id, change),
          (isUpdated) => isUpdated,
        ),
});

/** Stores a user. A trigger creates their wallet. */
export async function insertUser(sql: Sql, user: NewUser): Promise<'inserted' | 'email_taken'> {
  const { count } = await sql`
    insert into wallet_user (
      id, identifier, email, name, avatar, nostr_pubkey, password_hash, is_admin, disabled_at,
      created_at)
    values (
      ${user.id}, ${user.identifier}, ${user.email}, ${user.name}, ${user.avatar},
      ${user.nostrPubkey}, ${user.passwordHash}, ${user.isAdmin}, ${user.disabledAt},
      ${user.createdAt})
    on conflict (email) do nothing`;
  return count === 1 ? 'inserted' : 'email_taken';
}

async function findUser(sql: Sql, id: string): Promise<User | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<UserRow[]>`
    select ${sql.unsafe(USER_COLUMNS)} from wallet_user u where id = ${id}`;
  return row === undefined ? null : parseUser(row);
}

async function findUserByEmail(sql: Sql, email: string): Promise<User | null> {
  const [row] = await sql<UserRow[]>`
    select ${sql.unsafe(USER_COLUMNS)} from wallet_user u
    where email = ${email} and closed_at is null`;
  return row === undefined ? null : parseUser(row);
}

async function findUserByIdentifier(sql: Sql, identifier: string): Promise<User | null> {
  const [row] = await sql<UserRow[]>`
    select ${sql.unsafe(USER_COLUMNS)} from wallet_user u where identifier = ${identifier}`;
  return row === undefined ? null : parseUser(row);
}

/**
 * Finds a user by name. The identifier of a closed account finds no one, as another user may have
 * that text as the name of their address.
 */
async function findUserByName(sql: Sql, name: string): Promise<User | null> {
  const [row] = await sql<UserRow[]>`
    select ${sql.unsafe(USER_COLUMNS)} from wallet_user u
    where u.identifier = ${name} or u.id = (
      select n.user_id from address_name n where n.name = ${name.toLowerCase()} and n.is_current)
    order by u.identifier = ${name} desc
    limit 1`;
  return row === undefined || row.closed_at !== null ? null : parseUser(row);
}

async function listUsers(sql: Sql): Promise<readonly User[]> {
  const rows = await sql<UserRow[]>`
    select ${sql.unsafe(USER_COLUMNS)} from wallet_user u order by created_at, id`;
  return rows.map(parseUser);
}

/**
 * Changes a user. An omitted field stays as it is, null clears it. A new password or the end of an
 * account ends all sessions. A closed account stays as it is.
 */
async function updateUser(sql: Sql, id: string, change: UserChange): Promise<boolean> {
  if (!isUuid(id)) return false;
  const has = (field: keyof UserChange): boolean => change[field] !== undefined;
  const { count } = await sql`
    update wallet_user set
      name = case when ${has('name')} then ${change.name ?? null} else name end,
      avatar = case when ${has('avatar')} then ${change.avatar ?? null} else avatar end,
      nostr_pubkey =
        case when ${has('nostrPubkey')} then ${change.nostrPubkey ?? null} else nostr_pubkey end,
      password_hash = coalesce(${change.passwordHash ?? null}, password_hash),
      disabled_at =
        case when ${has('disabledAt')} then ${change.disabledAt ?? null} else disabled_at end,
      session_epoch = session_epoch + ${isEndOfSessions(change) ? 1 : 0}
    where id = ${id} and closed_at is null`;
  return count === 1;
}

async function changePreferences(sql: Sql, id: string, wanted: Preferences): Promise<void> {
  await sql`
    update wallet_user set
      language = ${wanted.language},
      unit = ${wanted.unit},
      currency = ${wanted.currency},
      time_zone = ${wanted.timeZone},
      time_zone_since = case
        when time_zone is distinct from ${wanted.timeZone}::text then clock_timestamp()
        else time_zone_since
      end,
      theme = ${wanted.theme},
      hides_amounts = ${wanted.hidesAmounts},
      shows_name_since = case
        when ${wanted.showsName} then coalesce(shows_name_since, clock_timestamp())
      end,
      confirm_above_sat = ${wanted.confirmAboveSat}
    where id = ${id} and closed_at is null`;
}

async function noteBrowserLanguage(sql: Sql, id: string, language: Language): Promise<void> {
  await sql`
    update wallet_user set browser_language = ${language} where id = ${id} and closed_at is null`;
}

/**
 * Stores the time zone of a browser, for users who have chosen none. The zone is stored without a
 * date from which it holds, so that it holds for the user's first statement too. Users who chose to
 * follow whatever browser they use keep that choice.
 */
async function noteBrowserZone(sql: Sql, id: string, timeZone: string): Promise<void> {
  await sql`
    update wallet_user set time_zone = ${timeZone}
    where id = ${id} and time_zone is null and time_zone_since is null and closed_at is null`;
}

const isEndOfSessions = ({ passwordHash, disabledAt, endsSessions }: UserChange): boolean =>
  endsSessions === true || passwordHash !== undefined || (disabledAt ?? null) !== null;
