import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { insertUser } from '../../users/sql/user-store.ts';
import type { NewUser } from '../../users/user-store.ts';
import type {
  Invitation,
  InvitationEnd,
  LinkKind,
  LinkStore,
  NewLink,
  OneTimeLink,
  PasswordReset,
  PastInvitation,
} from '../link-store.ts';
import { changeEmail, orEmailTaken } from './credential-store.ts';
import { removeAuthenticator } from './second-factor-store.ts';

export const createLinkStore = (database: Database): LinkStore => ({
  insertLink: (link, action) =>
    logged(
      database,
      action,
      (sql) => insertLink(sql, link),
      () => true,
    ),
  ...bindQueries(database, {
    findLink,
    listInvitations,
    listPastInvitations,
    pruneLinks,
    pruneInvitations,
  }),
  withdrawInvitation: (id, action) =>
    logged(
      database,
      action,
      (sql) => withdrawInvitation(sql, id),
      (isWithdrawn) => isWithdrawn,
    ),
  createUserByLink: (tokenHash, user, at) =>
    database.transaction((sql) => createUserByLink(sql, tokenHash, user, at)),
  resetPasswordByLink: (tokenHash, passwordHash, at) =>
    database.transaction((sql) => resetPasswordByLink(sql, tokenHash, passwordHash, at)),
  changeEmailByLink: (tokenHash, at) =>
    orEmailTaken(() => database.transaction((sql) => changeEmailByLink(sql, tokenHash, at))),
  takeBrowserLink: (tokenHash, at) =>
    database.transaction((sql) => takeBrowserLink(sql, tokenHash, at)),
});

async function insertLink(sql: Sql, link: NewLink): Promise<void> {
  await sql`
    insert into one_time_link (
      token_hash, kind, user_id, session_epoch, email, makes_admin, removes_second_factor,
      created_at, expires_at)
    values (
      ${link.tokenHash}, ${link.kind}, ${link.userId},
      coalesce(${link.sessionEpoch ?? null}::integer,
        (select session_epoch from wallet_user where id = ${link.userId})),
      ${link.email}, ${link.makesAdmin}, ${link.removesSecondFactor}, ${link.createdAt},
      ${link.expiresAt})
    on conflict (email) where kind = 'sign_up' do update
    set token_hash = excluded.token_hash, created_at = excluded.created_at,
      expires_at = excluded.expires_at`;
  if (link.kind === 'invitation') await keepInvitation(sql, link);
  if (link.kind !== 'password_reset') return;
  await sql`update wallet_user set reset_asked_at = null where id = ${link.userId}`;
}

/**
 * Stores an invitation, unless it is stored already. That is the case if a link was used for an
 * e-mail address that is taken: the link is then put back, and its invitation was never removed.
 */
async function keepInvitation(sql: Sql, link: NewLink): Promise<void> {
  await sql`
    insert into invitation (token_hash, email, makes_admin, created_at, expires_at)
    values (
      ${link.tokenHash}, ${link.email}, ${link.makesAdmin}, ${link.createdAt}, ${link.expiresAt})
    on conflict (token_hash) do nothing`;
}

interface LinkRow {
  readonly kind: LinkKind;
  readonly user_id: string | null;
  readonly email: string | null;
  readonly makes_admin: boolean;
  readonly removes_second_factor: boolean;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const LINK_COLUMNS = `
  l.kind, l.user_id, l.email, l.makes_admin, l.removes_second_factor, l.created_at, l.expires_at`;

const parseLink = (row: LinkRow): OneTimeLink => ({
  kind: row.kind,
  userId: row.user_id,
  email: row.email,
  makesAdmin: row.makes_admin,
  removesSecondFactor: row.removes_second_factor,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/**
 * The SQL condition that a link still works. A set-up link, which makes the first admin, ends once
 * there is an admin. A link for a user ends when their sessions are ended.
 */
const isAlive = (sql: Sql, tokenHash: Uint8Array, at: Date) => sql`
  l.token_hash = ${tokenHash} and l.expires_at > ${at}
  and (l.kind <> 'set_up' or not exists (select from wallet_user where is_admin))
  and (l.user_id is null
    or exists (select from wallet_user u
      where u.id = l.user_id and u.session_epoch = l.session_epoch))`;

async function findLink(sql: Sql, tokenHash: Uint8Array, at: Date): Promise<OneTimeLink | null> {
  const [row] = await sql<LinkRow[]>`
    select ${sql.unsafe(LINK_COLUMNS)} from one_time_link l where ${isAlive(sql, tokenHash, at)}`;
  return row === undefined ? null : parseLink(row);
}

/**
 * Uses up a one-time link. Of two simultaneous calls with the same link, the second waits for the
 * first and then finds no link.
 */
async function takeLink(
  sql: Sql,
  kinds: readonly LinkKind[],
  tokenHash: Uint8Array,
  at: Date,
): Promise<OneTimeLink | null> {
  const [row] = await sql<LinkRow[]>`
    delete from one_time_link l
    where ${isAlive(sql, tokenHash, at)} and l.kind = any (${[...kinds]})
    returning ${sql.unsafe(LINK_COLUMNS)}`;
  return row === undefined ? null : parseLink(row);
}

/**
 * Creates the account that a link is for. If the typed address is taken, the link stays valid,
 * because people may enter another address.
 */
async function createUserByLink(
  sql: Sql,
  tokenHash: Uint8Array,
  user: NewUser,
  at: Date,
): Promise<'created' | 'link_over' | 'email_taken'> {
  // Two set-up links may be used at the same time, but only one of them may make an admin, so they
  // take a lock.
  await sql`select pg_advisory_xact_lock(${SET_UP_LOCK}) where exists (
    select from one_time_link where token_hash = ${tokenHash} and kind = 'set_up')`;
  const link = await takeLink(sql, ['set_up', 'invitation', 'sign_up'], tokenHash, at);
  if (link === null) return 'link_over';
  if ((await insertUser(sql, user)) === 'inserted') {
    if (link.kind === 'invitation') await keepInvitation(sql, { ...link, tokenHash });
    await sql`
      update invitation set used_at = ${at}, user_id = ${user.id}, email = null
      where token_hash = ${tokenHash}`;
    await sql`
      with others as (
        delete from one_time_link where email = ${user.email} and user_id is null
        returning token_hash
      )
      delete from invitation using others where invitation.token_hash = others.token_hash`;
    return 'created';
  }
  await insertLink(sql, { ...link, tokenHash });
  return 'email_taken';
}

/**
 * The number of an advisory lock that nothing else takes, made from the first bytes of "satchel"
 * and "set up".
 */
const SET_UP_LOCK = 0x7361_7463_7375n;

async function resetPasswordByLink(
  sql: Sql,
  tokenHash: Uint8Array,
  passwordHash: string,
  at: Date,
): Promise<PasswordReset | null> {
  const link = await takeLink(sql, ['password_reset'], tokenHash, at);
  if (link === null || link.userId === null) return null;
  if (link.removesSecondFactor) {
    await removeAuthenticator(sql, link.userId);
    await sql`delete from passkey where user_id = ${link.userId}`;
  }
  await sql`
    update wallet_user
    set password_hash = ${passwordHash}, session_epoch = session_epoch + 1, reset_asked_at = null
    where id = ${link.userId}`;
  return { userId: link.userId, removedSecondFactor: link.removesSecondFactor };
}

async function takeBrowserLink(sql: Sql, tokenHash: Uint8Array, at: Date): Promise<string | null> {
  return (await takeLink(sql, ['known_browser'], tokenHash, at))?.userId ?? null;
}

async function changeEmailByLink(
  sql: Sql,
  tokenHash: Uint8Array,
  at: Date,
): Promise<number | 'link_over' | 'email_taken'> {
  const link = await takeLink(sql, ['email_change'], tokenHash, at);
  if (link === null || link.userId === null) return 'link_over';
  return await changeEmail(sql, link.userId, link.email ?? '');
}

interface InvitationRow {
  readonly token_hash: Uint8Array;
  readonly email: string | null;
  readonly makes_admin: boolean;
  readonly expires_at: Date;
}

/**
 * Lists open invitations from the table of links, because invitations that an older version of the
 * program makes during an upgrade have no row in the table of invitations yet.
 */
async function listInvitations(sql: Sql, at: Date, limit: number): Promise<readonly Invitation[]> {
  const rows = await sql<InvitationRow[]>`
    select token_hash, email, makes_admin, expires_at from one_time_link
    where kind = 'invitation' and expires_at > ${at}
    order by expires_at desc, token_hash limit ${limit}`;
  return rows.map((row) => ({
    id: bytesToHex(row.token_hash),
    email: row.email,
    makesAdmin: row.makes_admin,
    expiresAt: row.expires_at,
  }));
}

interface PastInvitationRow extends Omit<InvitationRow, 'token_hash'> {
  readonly used_at: Date | null;
  readonly withdrawn_at: Date | null;
  readonly user_id: string | null;
  readonly account_name: string | null;
}

async function listPastInvitations(
  sql: Sql,
  at: Date,
  limit: number,
): Promise<readonly PastInvitation[]> {
  const rows = await sql<PastInvitationRow[]>`
    select i.email, i.makes_admin, i.expires_at, i.used_at, i.withdrawn_at, i.user_id,
      case when u.closed_at is null then coalesce(u.email, u.identifier) end as account_name
    from (
      select * from invitation
      where expires_at <= ${at} or used_at is not null or withdrawn_at is not null
      order by expires_at desc, token_hash limit ${limit}
    ) i
    left join wallet_user u on u.id = i.user_id
    order by i.expires_at desc, i.token_hash`;
  return rows.map((row) => ({
    email: row.email,
    makesAdmin: row.makes_admin,
    expiresAt: row.expires_at,
    end: endOf(row),
  }));
}

function endOf(row: PastInvitationRow): InvitationEnd {
  if (row.used_at !== null && row.user_id !== null) {
    return {
      kind: 'used',
      at: row.used_at,
      user: { id: row.user_id, accountName: row.account_name },
    };
  }
  return row.withdrawn_at === null
    ? { kind: 'expired' }
    : { kind: 'withdrawn', at: row.withdrawn_at };
}

async function withdrawInvitation(sql: Sql, id: string): Promise<boolean> {
  const tokenHash = hexToBytes(id, 32);
  if (tokenHash === null) return false;
  const rows = await sql`
    with gone as (
      delete from one_time_link where token_hash = ${tokenHash} and kind = 'invitation'
      returning token_hash, email, makes_admin, created_at, expires_at
    ), kept as (
      insert into invitation (
          token_hash, email, makes_admin, created_at, expires_at, withdrawn_at)
        select gone.*, clock_timestamp() from gone
        on conflict (token_hash) do update set withdrawn_at = excluded.withdrawn_at
    )
    select from gone`;
  return rows.length === 1;
}

async function pruneLinks(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from one_time_link where token_hash in (
      select token_hash from one_time_link where expires_at <= ${before}
      order by expires_at limit ${limit})`;
  return count;
}

async function pruneInvitations(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from invitation where token_hash in (
      select token_hash from invitation where expires_at <= ${before}
      order by expires_at limit ${limit})`;
  return count;
}
