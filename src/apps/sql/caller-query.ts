import type { Resource } from '../../authorization/resource.ts';
import { isScope, type Scope } from '../../authorization/scope.ts';
import type { FoundCaller, NewestPage } from '../../authorization/token-store.ts';
import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import { bytesToBytea } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import { type RecordLines, recordLines, toBodies } from '../../history/sql/record-lines.ts';
import { ARE_APPS_HELD } from '../../lockdown/sql/lockdown-sql.ts';

export type CallerQuery = (
  tokenHash: Uint8Array,
  newest?: NewestPage | null,
) => Promise<FoundCaller | null>;

/**
 * Makes the query for calls with one kind of token. One statement reads the caller, their account
 * and wallet, and their newest records if the call needs them. Calls that wait at the same time
 * share a statement.
 */
export function createCallerQuery(database: Database, source: CallerSource): CallerQuery {
  const find = batchCalls(MERGED, (hashes: readonly Uint8Array[]) =>
    database.query((sql) => findCallers(sql, source, hashes)),
  );
  const findWithNewest = batchCalls(MERGED_LISTS, (asked: readonly AskedNewest[]) =>
    database.query((sql) => findCallersWithNewest(sql, source, asked)),
  );
  return (tokenHash, newest = null) =>
    newest === null ? find(tokenHash) : findWithNewest({ ...newest, tokenHash });
}

/**
 * SQL that finds callers by one kind of token. `t` is the table that has the column `token_hash`.
 */
export interface CallerSource {
  /**
   * SQL for the columns grant_id, client_id, scopes, expires_at, last_used_at, family_id and
   * resource.
   */
  readonly columns: string;
  readonly tables: string;
  readonly userId: string;
  readonly isAlive: string;
}

const MERGED = { maxItems: 64, maxCalls: 2 } as const;
/** Only a few calls for lists share a statement, because their answers are long. */
const MERGED_LISTS = { maxItems: 16, maxCalls: 2 } as const;

type AskedNewest = NewestPage & { readonly tokenHash: Uint8Array };

export interface CallerRow {
  readonly grant_id: string;
  readonly client_id: string | null;
  readonly scopes: string;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly family_id: string | null;
  readonly resource: Resource | null;
  readonly is_locked_down: boolean;
  readonly user_id: string;
  readonly identifier: string;
  readonly email: string | null;
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
 * SQL that finds the callers of tokens, by a few look-ups with unique keys for each. Revoked tokens
 * and those of disabled users are not found. A `limit` in it keeps the planner of PostgreSQL from
 * reading whole tables if there are many tokens.
 */
export const findCaller = ({ columns, tables, userId, isAlive }: CallerSource): string => `
  left join lateral (
    select ${columns}, ${ARE_APPS_HELD} as is_locked_down, u.id as user_id,
      u.identifier, u.email, u.name, u.avatar, u.nostr_pubkey,
      w.wallet_msat, w.invoices_count, w.transactions_count, w.boostagrams_count,
      w.last_invoice_at
    from ${tables}
    join wallet_user u on u.id = ${userId}
    join wallet w on w.user_id = u.id
    where t.token_hash = asked.token_hash and ${isAlive} and u.disabled_at is null
    limit 1
  ) found on true`;

async function findCallers(
  sql: Sql,
  source: CallerSource,
  tokenHashes: readonly Uint8Array[],
): Promise<readonly (FoundCaller | null)[]> {
  const rows = await sql<(CallerRow | { readonly grant_id: null })[]>`
    select found.*
    from unnest(${sql.array([...tokenHashes], ARRAY_OF.bytea)}::bytea[])
      with ordinality asked (token_hash, place)
    ${sql.unsafe(findCaller(source))}
    order by asked.place`;
  assert(rows.length === tokenHashes.length, 'each token gets its own row');
  return rows.map((row) => (row.grant_id === null ? null : parseCaller(row, null)));
}

async function findCallersWithNewest(
  sql: Sql,
  source: CallerSource,
  asked: readonly AskedNewest[],
): Promise<readonly (FoundCaller | null)[]> {
  const rows = await sql<((CallerRow & RecordLines) | { readonly grant_id: null })[]>`
    select found.*, ${sql.unsafe(recordLines('found.user_id', 'true'))} as lines
    from rows from (
      json_to_recordset(${JSON.stringify(asked.map(toColumns))}) as (
        token_hash bytea, direction text, count bigint, skip bigint)
    ) with ordinality asked (token_hash, direction, count, skip, place)
    ${sql.unsafe(findCaller(source))}
    order by asked.place`;
  assert(rows.length === asked.length, 'each token gets its own row');
  return rows.map((row) => (row.grant_id === null ? null : parseCaller(row, toBodies(row))));
}

const toColumns = ({ tokenHash, direction, limit, offset }: AskedNewest): object => ({
  token_hash: bytesToBytea(tokenHash),
  direction,
  count: limit,
  skip: offset,
});

export const parseCaller = (row: CallerRow, newest: readonly string[] | null): FoundCaller => ({
  caller: {
    grantId: row.grant_id,
    userId: row.user_id,
    clientId: row.client_id,
    scopes: new Set(readStoredScopes(row.scopes)),
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
  familyId: row.family_id,
  resource: row.resource,
  isLockedDown: row.is_locked_down,
  newest,
});

/** Reads stored scopes. A scope that this version of the program does not know grants nothing. */
export const readStoredScopes = (text: string): readonly Scope[] => text.split(' ').filter(isScope);
