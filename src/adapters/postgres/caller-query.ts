import { isScope, type Scope } from '../../access/scope.ts';
import type { FoundCaller } from '../../access/token-store.ts';
import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { mergeCalls } from '../../base/merge-calls.ts';
import type { Database } from './db.ts';
import { ARRAY_OF, type Sql } from './sql.ts';

/**
 * The one statement of every call, for one kind of token: the caller, his account and his wallet.
 * What waits goes to the database together.
 */
export const createCallerQuery = (
  database: Database,
  source: CallerSource,
): ((tokenHash: Uint8Array) => Promise<FoundCaller | null>) =>
  mergeCalls(MERGED, (hashes) => database.query((sql) => findCallers(sql, source, hashes)));

/** SQL of one kind of token; `t` is the table with its `token_hash`. */
export interface CallerSource {
  /** grant_id, client_id, scopes, expires_at and last_used_at. */
  readonly columns: string;
  readonly tables: string;
  readonly userId: string;
  readonly isAlive: string;
}

const MERGED = { maxItems: 64, maxCalls: 2 } as const;

interface CallerRow {
  readonly grant_id: string;
  readonly client_id: string | null;
  readonly scopes: string;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
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
 * A few probes by unique keys for each token. A revoked token and one of a disabled user are not
 * found. The limit keeps the planner from reading whole tables for a long list.
 */
async function findCallers(
  sql: Sql,
  { columns, tables, userId, isAlive }: CallerSource,
  tokenHashes: readonly Uint8Array[],
): Promise<readonly (FoundCaller | null)[]> {
  const rows = await sql<(CallerRow | { readonly grant_id: null })[]>`
    select found.*
    from unnest(${sql.array([...tokenHashes], ARRAY_OF.bytea)}::bytea[])
      with ordinality asked (token_hash, place)
    left join lateral (
      select ${sql.unsafe(columns)}, u.id as user_id,
        u.identifier, u.email, u.name, u.avatar, u.nostr_pubkey,
        w.wallet_msat, w.invoices_count, w.transactions_count, w.boostagrams_count,
        w.last_invoice_at
      from ${sql.unsafe(tables)}
      join wallet_user u on u.id = ${sql.unsafe(userId)}
      join wallet w on w.user_id = u.id
      where t.token_hash = asked.token_hash and ${sql.unsafe(isAlive)} and u.disabled_at is null
      limit 1
    ) found on true
    order by asked.place`;
  assert(rows.length === tokenHashes.length, 'each token gets its own row');
  return rows.map((row) => (row.grant_id === null ? null : parseCaller(row)));
}

const parseCaller = (row: CallerRow): FoundCaller => ({
  caller: {
    grantId: row.grant_id,
    userId: row.user_id,
    clientId: row.client_id,
    scopes: new Set(parseScopes(row.scopes)),
  },
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
  lastUsedAt: row.last_used_at,
});

/** A scope that this version does not know (any more) gives no right. */
export const parseScopes = (text: string): readonly Scope[] => text.split(' ').filter(isScope);
