import { bindQueries } from '../../database/bind-queries.ts';
import { violatedConstraint } from '../../database/database-fault.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { parseUser, USER_COLUMNS, type UserRow } from '../../users/sql/user-row.ts';
import type { CredentialStore, Credentials } from '../credential-store.ts';

export const createCredentialStore = (database: Database): CredentialStore => ({
  ...bindQueries(database, {
    findCredentials,
    readCredentials,
    changePassword,
    rehashPassword,
    noteResetAsked,
    listResetAsked,
  }),
  changeEmail: (userId, email) =>
    orEmailTaken(() => database.query((sql) => changeEmail(sql, userId, email))),
});

interface CredentialsRow extends UserRow {
  readonly password_hash: string;
  readonly session_epoch: number;
  readonly has_authenticator: boolean;
}

const CREDENTIALS = `
  select ${USER_COLUMNS}, u.password_hash, u.session_epoch,
    exists (select from authenticator a where a.user_id = u.id and a.confirmed_at is not null)
      as has_authenticator
  from wallet_user u`;

const parseCredentials = (row: CredentialsRow): Credentials => ({
  user: parseUser(row),
  passwordHash: row.password_hash,
  sessionEpoch: row.session_epoch,
  hasAuthenticator: row.has_authenticator,
});

async function findCredentials(sql: Sql, email: string): Promise<Credentials | null> {
  const [row] = await sql<CredentialsRow[]>`${sql.unsafe(CREDENTIALS)}
    where u.email = ${email} and u.closed_at is null`;
  return row === undefined ? null : parseCredentials(row);
}

async function readCredentials(sql: Sql, userId: string): Promise<Credentials | null> {
  const [row] = await sql<CredentialsRow[]>`${sql.unsafe(CREDENTIALS)} where u.id = ${userId}`;
  return row === undefined ? null : parseCredentials(row);
}

async function changePassword(
  sql: Sql,
  userId: string,
  fromHash: string,
  toHash: string,
): Promise<number | null> {
  const [row] = await sql<{ session_epoch: number }[]>`
    update wallet_user
    set password_hash = ${toHash}, session_epoch = session_epoch + 1, reset_asked_at = null
    where id = ${userId} and password_hash = ${fromHash}
    returning session_epoch`;
  return row?.session_epoch ?? null;
}

async function rehashPassword(
  sql: Sql,
  userId: string,
  fromHash: string,
  toHash: string,
): Promise<void> {
  await sql`
    update wallet_user set password_hash = ${toHash}
    where id = ${userId} and password_hash = ${fromHash}`;
}

export async function changeEmail(
  sql: Sql,
  userId: string,
  email: string,
): Promise<number | 'email_taken'> {
  const [row] = await sql<{ session_epoch: number }[]>`
    update wallet_user set email = ${email}, session_epoch = session_epoch + 1
    where id = ${userId} and closed_at is null
      and not exists (select from wallet_user where email = ${email} and id <> ${userId})
    returning session_epoch`;
  return row?.session_epoch ?? 'email_taken';
}

/**
 * Runs a query that changes an e-mail address, and reports whether the address is taken. The
 * database decides, so that of two users who want one address at the same time only one gets it.
 */
export async function orEmailTaken<T>(work: () => Promise<T>): Promise<T | 'email_taken'> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === 'wallet_user_email_key') return 'email_taken';
    throw error;
  }
}

async function noteResetAsked(sql: Sql, userId: string, at: Date): Promise<void> {
  await sql`
    update wallet_user set reset_asked_at = ${at} where id = ${userId} and closed_at is null`;
}

async function listResetAsked(sql: Sql, limit: number): Promise<ReadonlyMap<string, Date>> {
  const rows = await sql<{ id: string; reset_asked_at: Date }[]>`
    select id, reset_asked_at from wallet_user where reset_asked_at is not null
    order by reset_asked_at, id limit ${limit}`;
  return new Map(rows.map((row) => [row.id, row.reset_asked_at]));
}
