import type { Sql } from '../../database/sql.ts';
import type { Passkey } from '../passkey.ts';

export async function insertPasskey(sql: Sql, passkey: Passkey): Promise<boolean> {
  const { count } = await sql`
    insert into passkey (
      id, user_id, public_key, sign_count, transports, name, created_at, last_used_at)
    values (
      ${passkey.id}, ${passkey.userId}, ${passkey.publicKey}, ${passkey.signCount},
      ${passkey.transports.join(' ')}, ${passkey.name}, ${passkey.createdAt},
      ${passkey.lastUsedAt})
    on conflict (id) do nothing`;
  return count === 1;
}

interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly public_key: Uint8Array;
  readonly sign_count: bigint;
  readonly transports: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const PASSKEY_COLUMNS =
  'id, user_id, public_key, sign_count, transports, name, created_at, last_used_at';

const parsePasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  userId: row.user_id,
  publicKey: row.public_key,
  signCount: Number(row.sign_count),
  transports: row.transports.split(' ').filter((word) => word !== ''),
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

export async function findPasskey(sql: Sql, id: string): Promise<Passkey | null> {
  const [row] = await sql<PasskeyRow[]>`
    select ${sql.unsafe(PASSKEY_COLUMNS)} from passkey where id = ${id}`;
  return row === undefined ? null : parsePasskey(row);
}

export async function listPasskeys(sql: Sql, userId: string): Promise<readonly Passkey[]> {
  const rows = await sql<PasskeyRow[]>`
    select ${sql.unsafe(PASSKEY_COLUMNS)} from passkey where user_id = ${userId}
    order by created_at, id`;
  return rows.map(parsePasskey);
}

export async function removePasskey(sql: Sql, userId: string, id: string): Promise<boolean> {
  const { count } = await sql`delete from passkey where id = ${id} and user_id = ${userId}`;
  return count === 1;
}

/**
 * Stores the signature count of a passkey. Passkeys that do not count always report 0, which is
 * accepted (WebAuthn, 6.1.1).
 */
export async function takeSignCount(
  sql: Sql,
  id: string,
  signCount: number,
  at: Date,
): Promise<boolean> {
  const { count } = await sql`
    update passkey set sign_count = ${signCount}, last_used_at = ${at}
    where id = ${id}
      and (sign_count < ${signCount} or (sign_count = 0 and ${signCount}::bigint = 0))`;
  return count === 1;
}
