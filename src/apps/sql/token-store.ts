import type {
  AddTokenOutcome,
  NewPersonalToken,
  PersonalToken,
  TokenStore,
  TokenToRevoke,
} from '../../authorization/token-store.ts';
import type { Clock } from '../../base/clock.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { MAX_PERSONAL_TOKENS } from '../limits.ts';
import { type CallerSource, createCallerQuery } from './caller-query.ts';
import { readStoredScopes } from './known-tokens.ts';
import { waitForOthersOf } from './wait-for-others.ts';

export const createTokenStore = (database: Database, clock?: Clock): TokenStore => ({
  findCaller: createCallerQuery(database, PERSONAL, clock),
  addPersonalToken: (token) => database.transaction((sql) => addPersonalToken(sql, token)),
  ...bindQueries(database, {
    findPersonalToken,
    listPersonalTokens,
    listTokensInForce,
    revokeToken,
  }),
});

export const PERSONAL: CallerSource = {
  columns: `t.id as grant_id, null as client_id, t.user_id, t.scopes, t.expires_at,
    null::timestamptz as last_used_at, null::uuid as family_id, null as resource,
    t.created_at as version`,
  tables: 'personal_token t',
  isAlive: 't.revoked_at is null',
};

async function addPersonalToken(sql: Sql, token: NewPersonalToken): Promise<AddTokenOutcome> {
  await waitForOthersOf(sql, token.userId);
  const { count } = await sql`
    insert into personal_token (id, user_id, token_hash, name, scopes, created_at, expires_at)
    select
      ${token.id}, ${token.userId}, ${token.tokenHash}, ${token.name}, ${token.scopes.join(' ')},
      ${token.createdAt}::timestamptz, ${token.expiresAt}::timestamptz
    where ${MAX_PERSONAL_TOKENS}::bigint > (
      select count(*) from personal_token
      where user_id = ${token.userId} and revoked_at is null
        and (expires_at is null or expires_at > ${token.createdAt}))
    on conflict (token_hash) do nothing`;
  if (count === 1) return { kind: 'added' };
  const [row] = await sql<TokenRow[]>`
    select id, user_id, name, scopes, created_at, expires_at, revoked_at from personal_token
    where token_hash = ${token.tokenHash}`;
  return row === undefined ? { kind: 'too_many' } : { kind: 'repeated', token: parseToken(row) };
}

interface TokenRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly scopes: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

const parseToken = (row: TokenRow): PersonalToken => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  scopes: readStoredScopes(row.scopes),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});

async function findPersonalToken(sql: Sql, id: string): Promise<PersonalToken | null> {
  const [row] = await sql<TokenRow[]>`
    select id, user_id, name, scopes, created_at, expires_at, revoked_at from personal_token
    where id = ${id}`;
  return row === undefined ? null : parseToken(row);
}

async function listPersonalTokens(sql: Sql, userId: string): Promise<readonly PersonalToken[]> {
  if (!isUuid(userId)) return [];
  const rows = await sql<TokenRow[]>`
    select id, user_id, name, scopes, created_at, expires_at, revoked_at from personal_token
    where user_id = ${userId} order by created_at, id`;
  return rows.map(parseToken);
}

async function listTokensInForce(
  sql: Sql,
  userId: string,
  at: Date,
): Promise<readonly PersonalToken[]> {
  const rows = await sql<TokenRow[]>`
    select id, user_id, name, scopes, created_at, expires_at, revoked_at from personal_token
    where user_id = ${userId} and revoked_at is null and (expires_at is null or expires_at > ${at})
    order by created_at, id`;
  return rows.map(parseToken);
}

async function revokeToken(sql: Sql, { id, userId }: TokenToRevoke, at: Date): Promise<boolean> {
  const { count } = await sql`
    update personal_token set revoked_at = ${at}
    where id = ${id} and revoked_at is null
      and (${userId}::uuid is null or user_id = ${userId})`;
  return count === 1;
}
