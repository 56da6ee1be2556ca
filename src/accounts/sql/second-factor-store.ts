import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type {
  Authenticator,
  AuthenticatorConfirmation,
  SecondFactorStore,
} from '../second-factor-store.ts';
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  removePasskey,
  takeSignCount,
} from './passkeys.ts';

export const createSecondFactorStore = (database: Database): SecondFactorStore => ({
  ...bindQueries(database, {
    findAuthenticator,
    draftAuthenticator,
    takeStep,
    takeBackupCode,
    countBackupCodes,
    insertPasskey,
    findPasskey,
    listPasskeys,
    removePasskey,
    takeSignCount,
  }),
  confirmAuthenticator: (confirmation) =>
    database.transaction((sql) => confirmAuthenticator(sql, confirmation)),
  removeAuthenticator: (userId) => database.transaction((sql) => removeAuthenticator(sql, userId)),
  replaceBackupCodes: (userId, codeHashes) =>
    database.transaction((sql) => replaceBackupCodes(sql, userId, codeHashes)),
});

interface AuthenticatorRow {
  readonly user_id: string;
  readonly sealed_secret: Uint8Array;
  readonly confirmed_at: Date | null;
}

async function findAuthenticator(sql: Sql, userId: string): Promise<Authenticator | null> {
  const [row] = await sql<AuthenticatorRow[]>`
    select user_id, sealed_secret, confirmed_at from authenticator where user_id = ${userId}`;
  if (row === undefined) return null;
  return { userId: row.user_id, sealedSecret: row.sealed_secret, confirmedAt: row.confirmed_at };
}

async function draftAuthenticator(
  sql: Sql,
  userId: string,
  sealedSecret: Uint8Array,
  at: Date,
): Promise<boolean> {
  const { count } = await sql`
    insert into authenticator (user_id, sealed_secret, created_at)
    values (${userId}, ${sealedSecret}, ${at})
    on conflict (user_id) do update
    set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
    where authenticator.confirmed_at is null`;
  return count === 1;
}

async function confirmAuthenticator(
  sql: Sql,
  { userId, sealedSecret, step, at, codeHashes }: AuthenticatorConfirmation,
): Promise<boolean> {
  const { count } = await sql`
    update authenticator set confirmed_at = ${at}, last_step = ${step}
    where user_id = ${userId} and sealed_secret = ${sealedSecret} and confirmed_at is null`;
  if (count === 0) return false;
  await replaceBackupCodes(sql, userId, codeHashes);
  return true;
}

export async function removeAuthenticator(sql: Sql, userId: string): Promise<boolean> {
  await sql`delete from backup_code where user_id = ${userId}`;
  const { count } = await sql`delete from authenticator where user_id = ${userId}`;
  return count === 1;
}

async function takeStep(sql: Sql, userId: string, step: bigint): Promise<boolean> {
  const { count } = await sql`
    update authenticator set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`;
  return count === 1;
}

async function takeBackupCode(
  sql: Sql,
  userId: string,
  codeHash: Uint8Array,
  at: Date,
): Promise<boolean> {
  const { count } = await sql`
    update backup_code set used_at = ${at}
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null`;
  return count === 1;
}

async function replaceBackupCodes(
  sql: Sql,
  userId: string,
  codeHashes: readonly Uint8Array[],
): Promise<void> {
  await sql`delete from backup_code where user_id = ${userId}`;
  await sql`
    insert into backup_code (user_id, code_hash)
    select ${userId}, unnest(${sql.array([...codeHashes], ARRAY_OF.bytea)})`;
}

async function countBackupCodes(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::integer as left from backup_code
    where user_id = ${userId} and used_at is null`;
  return row?.left ?? 0;
}
