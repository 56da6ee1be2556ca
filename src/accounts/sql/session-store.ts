import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import {
  HELD_PARTS,
  type HeldRow,
  LOCKDOWN_NUMBER,
  parseHeld,
} from '../../lockdown/sql/lockdown-sql.ts';
import { parseUser, USER_COLUMNS, type UserRow } from '../../users/sql/user-row.ts';
import type { Session } from '../session.ts';
import type { FoundSession, NewSession, SessionChange, SessionStore } from '../session-store.ts';

export const createSessionStore = (database: Database): SessionStore => ({
  ...bindQueries(database, {
    findSession,
    keepGuest,
    replaceSession,
    noteUse,
    changeSession,
    setChallenge,
    takeChallenge,
    confirmSession,
    takeSignInFor,
    listSessions,
    endSession,
    endAllSessions,
    pruneSessions,
  }),
  insertSession: (session) =>
    database.query(async (sql) => void (await insertion(sql, session, LOCKDOWN_NUMBER))),
});

interface SessionRow {
  readonly session_id: string;
  readonly session_user_id: string | null;
  readonly session_epoch: number | null;
  readonly signed_in_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly return_to: string | null;
  readonly notice_kind: 'done' | 'problem' | null;
  readonly notice: string | null;
  readonly device: string;
  readonly address: string;
  readonly begun_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
}

const SESSION_COLUMNS = `
  s.id as session_id, s.user_id as session_user_id, s.session_epoch, s.signed_in_at,
  s.confirmed_at, s.return_to, s.notice_kind, s.notice, s.device, s.address,
  s.created_at as begun_at, s.last_seen_at, s.expires_at`;

const parseSession = (row: SessionRow): Session => ({
  id: row.session_id,
  userId: row.session_user_id,
  sessionEpoch: row.session_epoch,
  signedInAt: row.signed_in_at,
  confirmedAt: row.confirmed_at,
  returnTo: row.return_to,
  notice:
    row.notice === null || row.notice_kind === null
      ? null
      : { kind: row.notice_kind, text: row.notice },
  device: row.device,
  address: row.address,
  createdAt: row.begun_at,
  lastSeenAt: row.last_seen_at,
  expiresAt: row.expires_at,
});

/** Finds a session and its user in one statement, by unique keys. */
async function findSession(
  sql: Sql,
  secretHash: Uint8Array,
  at: Date,
): Promise<FoundSession | 'over' | null> {
  const rows = await sql<(SessionRow & UserRow & HeldRow & { readonly is_over: boolean | null })[]>`
    select ${sql.unsafe(SESSION_COLUMNS)}, ${sql.unsafe(USER_COLUMNS)},
      s.expires_at <= ${at} or s.session_epoch <> u.session_epoch or u.disabled_at is not null
        or (u.id is not null and s.lockdown_number < ${sql.unsafe(LOCKDOWN_NUMBER)}) as is_over,
      ${sql.unsafe(HELD_PARTS)}
    from session s
    left join wallet_user u on u.id = s.user_id
    where s.secret_hash = ${secretHash}`;
  const [row] = rows;
  if (row === undefined) return null;
  if (row.is_over === true) return 'over';
  const user = row.session_user_id === null ? null : parseUser(row);
  return { session: parseSession(row), user, held: parseHeld(row) };
}

/**
 * Stores the session of a guest, who is not signed in. If a session with this secret exists
 * already, another request of the same guest has just stored it. No one can be signed in to that
 * session, because signing in makes a new secret.
 */
async function keepGuest(sql: Sql, session: NewSession): Promise<Session> {
  const [row] = await sql<SessionRow[]>`
    ${insertion(sql, session, LOCKDOWN_NUMBER)}
    on conflict (secret_hash) do update set
      return_to = coalesce(excluded.return_to, s.return_to),
      notice_kind = coalesce(excluded.notice_kind, s.notice_kind),
      notice = coalesce(excluded.notice, s.notice)
    where s.user_id is null
    returning ${sql.unsafe(SESSION_COLUMNS)}`;
  assert(row !== undefined, 'the secret of a guest is that of no user');
  return parseSession(row);
}

/** `lockdown` is SQL for the number of the newest lockdown that the session has seen. */
const insertion = (sql: Sql, session: NewSession, lockdown: string) => sql`
  insert into session as s (
    id, secret_hash, user_id, session_epoch, signed_in_at, confirmed_at, return_to, notice_kind,
    notice, device, address, created_at, last_seen_at, expires_at, signed_in_for, lockdown_number)
  select ${session.id}::uuid, ${session.secretHash}::bytea, ${session.userId}::uuid,
    ${session.sessionEpoch}::integer, ${session.signedInAt}::timestamptz,
    ${session.confirmedAt}::timestamptz, ${session.returnTo}::text,
    ${session.notice?.kind ?? null}::text, ${session.notice?.text ?? null}::text,
    ${session.device}::text, ${session.address}::text, ${session.createdAt}::timestamptz,
    ${session.lastSeenAt}::timestamptz, ${session.expiresAt}::timestamptz,
    ${session.signedInFor ?? null}::text, ${sql.unsafe(lockdown)}`;

/** A session that a lockdown has just ended stays ended, also under a new secret. */
const NUMBER_OF_REPLACED = `
  case when replaced.user_id is null then ${LOCKDOWN_NUMBER} else replaced.lockdown_number end`;

/**
 * Replaces a session, with which a browser that gets push messages goes on getting them, unless
 * someone else has signed in there.
 */
async function replaceSession(sql: Sql, id: string, session: NewSession): Promise<boolean> {
  const { count } = await sql`
    with replaced as (
      delete from session where id = ${id} returning id, user_id, lockdown_number
    ),
    kept as (
      update push_device
      set session_id = ${session.id}, session_epoch = ${session.sessionEpoch}::integer
      where session_id = ${id} and user_id = ${session.userId}::uuid
    ),
    dropped as (
      delete from push_device
      where session_id = ${id} and user_id is distinct from ${session.userId}::uuid
    )
    ${insertion(sql, session, NUMBER_OF_REPLACED)} from replaced`;
  return count === 1;
}

async function noteUse(sql: Sql, id: string, at: Date, expiresAt: Date): Promise<void> {
  await sql`
    update session set last_seen_at = ${at}, expires_at = ${expiresAt}
    where id = ${id} and last_seen_at < ${at}`;
}

/** Changes a stored session. A session that was ended meanwhile stays ended. */
async function changeSession(sql: Sql, id: string, change: SessionChange): Promise<void> {
  const has = (field: keyof SessionChange): boolean => change[field] !== undefined;
  const { returnTo = null, notice = null } = change;
  await sql`
    update session set
      return_to = case when ${has('returnTo')} then ${returnTo} else return_to end,
      notice_kind = case when ${has('notice')} then ${notice?.kind ?? null} else notice_kind end,
      notice = case when ${has('notice')} then ${notice?.text ?? null} else notice end
    where id = ${id}`;
}

async function setChallenge(
  sql: Sql,
  id: string,
  challenge: string,
  expiresAt: Date,
): Promise<void> {
  await sql`
    update session set challenge = ${challenge}, challenge_expires_at = ${expiresAt}
    where id = ${id}`;
}

/**
 * Takes the WebAuthn challenge of a session. Of two calls at once, the second waits for the lock on
 * the row and then finds no challenge.
 */
async function takeChallenge(sql: Sql, id: string, at: Date): Promise<string | null> {
  const [row] = await sql<{ challenge: string }[]>`
    update session s set challenge = null, challenge_expires_at = null
    from (
      select id, challenge, challenge_expires_at from session
      where id = ${id} and challenge is not null
      for update
    ) present
    where s.id = present.id
    returning case when present.challenge_expires_at > ${at} then present.challenge end
      as challenge`;
  return row?.challenge ?? null;
}

async function confirmSession(sql: Sql, id: string, at: Date): Promise<void> {
  await sql`
    update session set confirmed_at = ${at} where id = ${id} and signed_in_at is not null`;
}

async function takeSignInFor(sql: Sql, id: string, path: string, since: Date): Promise<boolean> {
  const { count } = await sql`
    update session set signed_in_for = null
    where id = ${id} and signed_in_for = ${path} and signed_in_at > ${since}`;
  return count === 1;
}

async function listSessions(sql: Sql, userId: string, at: Date): Promise<readonly Session[]> {
  const rows = await sql<SessionRow[]>`
    select ${sql.unsafe(SESSION_COLUMNS)} from session s
    join wallet_user u on u.id = s.user_id and u.session_epoch = s.session_epoch
    where s.user_id = ${userId} and s.signed_in_at is not null and s.expires_at > ${at}
      and s.lockdown_number >= ${sql.unsafe(LOCKDOWN_NUMBER)}
    order by s.last_seen_at desc, s.id`;
  return rows.map(parseSession);
}

/** Ends a session, and with it the push messages to its browser. */
async function endSession(sql: Sql, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { count } = await sql`
    with dropped as (delete from push_device where session_id = ${id} and user_id = ${userId})
    delete from session where id = ${id} and user_id = ${userId}`;
  return count === 1;
}

async function endAllSessions(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ session_epoch: number }[]>`
    update wallet_user set session_epoch = session_epoch + 1 where id = ${userId}
    returning session_epoch`;
  return row?.session_epoch ?? 0;
}

async function pruneSessions(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from session where id in (
      select id from session where expires_at <= ${before} order by expires_at limit ${limit})`;
  return count;
}
