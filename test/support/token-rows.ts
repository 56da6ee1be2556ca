import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { bytesToHex } from '../../src/base/hex.ts';

export interface TokenRow {
  readonly kind: 'personal' | 'app';
  readonly userId: string;
  readonly tokenHash: Uint8Array;
  readonly scopes: string;
  /** As text, because a token is told apart by its time to the microsecond. */
  readonly createdAt: string;
  readonly expiresAt: Date;
}

/** Adds a token as its rows, with a client and a grant of its own for a token of an app. */
export async function addTokenRow(owner: postgres.Sql, row: TokenRow): Promise<void> {
  const { kind, userId, scopes, createdAt, expiresAt } = row;
  const hash = bytesToHex(row.tokenHash);
  if (kind === 'personal') {
    await owner`
      insert into personal_token (id, user_id, token_hash, name, scopes, created_at, expires_at)
      values (${randomUUID()}, ${userId}, decode(${hash}, 'hex'), 'script', ${scopes},
        ${createdAt}::text::timestamptz, ${expiresAt})`;
    return;
  }
  const [client, grant, family] = [randomUUID(), randomUUID(), randomUUID()];
  await owner`
    insert into client (id, owner_user_id, name, url, callback, created_at)
    values (${client}, ${userId}, 'App', 'https://a.example', 'https://a.example/back',
      ${createdAt}::text::timestamptz)`;
  await owner`
    insert into app_grant (id, user_id, client_id, scopes, created_at)
    values (${grant}, ${userId}, ${client}, ${scopes}, ${createdAt}::text::timestamptz)`;
  await owner`
    insert into token_family (id, app_grant_id, generation, begun_at, last_used_at, expires_at)
    values (${family}, ${grant}, 1, ${createdAt}::text::timestamptz,
      ${createdAt}::text::timestamptz, ${expiresAt})`;
  await owner`
    insert into access_token
      (token_hash, app_grant_id, generation, scopes, created_at, expires_at, family_id)
    values (decode(${hash}, 'hex'), ${grant}, 1, ${scopes}, ${createdAt}::text::timestamptz,
      ${expiresAt}, ${family})`;
}
