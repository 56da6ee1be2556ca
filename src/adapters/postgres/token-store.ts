import { isScope, type Scope } from '../../access/scope.ts';
import type {
  FoundCaller,
  NewPersonalToken,
  PersonalToken,
  TokenStore,
} from '../../access/token-store.ts';
import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { mergeCalls } from '../../base/merge-calls.ts';
import { isUuid } from './column-values.ts';
import type { Database } from './db.ts';
import { ARRAY_OF, type Sql } from './sql.ts';

export const createTokenStore = (database: Database): TokenStore => ({
  findCaller: mergeCalls(MERGED, (hashes) => database.query((sql) => findCallers(sql, hashes))),
  addPersonalToken: (token) => database.query((sql) => addPersonalToken(sql, token)),
  listPersonalTokens: (userId) => database.query((sql) => listPersonalTokens(sql, userId)),
  revokeToken: (id, at) => database.query((sql) => revokeToken(sql, id, at)),
});

/** Every call begins with this question: what waits goes to the database together. */
const MERGED = { maxItems: 64, maxCalls: 2 } as const;

interface CallerRow {
  readonly token_id: string;
  readonly scopes: string;
  readonly expires_at: Date | null;
  readonly user_id: string;
  readonly identifier: string;
  readonly email: string;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly nostr_pubkey: string | null;
  readonly wallet_msat: bigint;
  readonly invoices_count: bigint;
  readonly transactions_count: bigint;
  readonly boostagrams_count: bigint;
  readonly last_invoice_at: Date | null;
}

/**
 * Three probes by unique keys for each token. A revoked token and one of a disabled user are not
 * found. The limit keeps the planner from reading whole tables for a long list.
 */
async function findCallers(
  sql: Sql,
  tokenHashes: readonly Uint8Array[],
): Promise<readonly (FoundCaller | null)[]> {
  const rows = await sql<(CallerRow | { readonly token_id: null })[]>`
    select found.*
    from unnest(${sql.array([...tokenHashes], ARRAY_OF.bytea)}::bytea[])
      with ordinality asked (token_hash, place)
    left join lateral (
      select t.id as token_id, t.scopes, t.expires_at, t.user_id,
        u.identifier, u.email, u.name, u.avatar, u.nostr_pubkey,
        w.wallet_msat, w.invoices_count, w.transactions_count, w.boostagrams_count,
        w.last_invoice_at
      from personal_token t
      join wallet_user u on u.id = t.user_id
      join wallet w on w.user_id = t.user_id
      where t.token_hash = asked.token_hash and t.revoked_at is null and u.disabled_at is null
      limit 1
    ) found on true
    order by asked.place`;
  assert(rows.length === tokenHashes.length, 'each token gets its own row');
  return rows.map((row) => (row.token_id === null ? null : parseCaller(row)));
}

const parseCaller = (row: CallerRow): FoundCaller => ({
  caller: { grantId: row.token_id, userId: row.user_id, scopes: new Set(parseScopes(row.scopes)) },
  account: {
    userId: row.user_id,
    identifier: row.identifier,
    email: row.email,
    name: row.name,
    avatar: row.avatar,
    nostrPubkey: row.nostr_pubkey,
    balanceSat: sat(row.wallet_msat / 1000n),
    invoicesCount: Number(row.invoices_count),
    transactionsCount: Number(row.transactions_count),
    boostagramsCount: Number(row.boostagrams_count),
    lastInvoiceAt: row.last_invoice_at,
  },
  expiresAt: row.expires_at,
});

/** A scope that this version does not know (any more) gives no right. */
const parseScopes = (text: string): readonly Scope[] => text.split(' ').filter(isScope);

async function addPersonalToken(sql: Sql, token: NewPersonalToken): Promise<void> {
  await sql`
    insert into personal_token (id, user_id, token_hash, name, scopes, created_at, expires_at)
    values (
      ${token.id}, ${token.userId}, ${token.tokenHash}, ${token.name}, ${token.scopes.join(' ')},
      ${token.createdAt}, ${token.expiresAt})`;
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

async function listPersonalTokens(sql: Sql, userId: string): Promise<readonly PersonalToken[]> {
  if (!isUuid(userId)) return [];
  const rows = await sql<TokenRow[]>`
    select id, user_id, name, scopes, created_at, expires_at, revoked_at from personal_token
    where user_id = ${userId} order by created_at, id`;
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    scopes: parseScopes(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }));
}

async function revokeToken(sql: Sql, id: string, at: Date): Promise<boolean> {
  const { count } = await sql`
    update personal_token set revoked_at = ${at} where id = ${id} and revoked_at is null`;
  return count === 1;
}
