import type { AccountView } from '../../authorization/account-view.ts';
import type { CallerQuery, FoundCaller, NewestPage } from '../../authorization/token-store.ts';
import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import { createRepeatCallerLinger } from '../../base/batch-linger.ts';
import type { Clock } from '../../base/clock.ts';
import { bytesToHex } from '../../base/hex.ts';
import { byteaList } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Parameter } from '../../database/sql.ts';
import { recordLines, toBodies } from '../../history/sql/record-lines.ts';
import { ARE_APPS_HELD } from '../../lockdown/sql/lockdown-sql.ts';
import { createKnownTokens, type KnownTokens, type TokenFacts } from './known-tokens.ts';

/**
 * Makes the query for calls with one kind of token. One statement reads the caller, their balance,
 * and their account or their newest records if the call needs them. Calls that wait at the same
 * time share a statement. With a clock, those that came together before wait a moment for each
 * other.
 */
export function createCallerQuery(
  database: Database,
  source: CallerSource,
  clock?: Clock,
): CallerQuery {
  const known = createKnownTokens();
  const texts = {
    alone: callersText(source),
    account: callersText(source, { columns: ACCOUNT_JSON }),
    newest: callersText(source, {
      columns: `${recordLines('found.user_id', 'true')} as lines`,
      asked: ', $3::text[], $4::bigint[], $5::bigint[]',
      names: 'direction, count, skip,',
    }),
  };
  const findBy = (text: string) => {
    const linger = clock === undefined ? {} : { linger: createRepeatCallerLinger(clock) };
    return batchCalls({ ...MERGED, ...linger }, (asked: readonly AskedToken[]) =>
      findCallers(database, { text, known, asked, values: [] }, itself),
    );
  };
  const find = findBy(texts.alone);
  const findWithAccount = findBy(texts.account);
  const findWithNewest = batchCalls(MERGED_LISTS, (asked: readonly AskedNewest[]) => {
    const values = [
      asked.map(({ direction }) => direction),
      asked.map(({ limit }) => String(limit)),
      asked.map(({ offset }) => String(offset)),
    ];
    return findCallers(database, { text: texts.newest, known, asked, values }, itself);
  });
  return (tokenHash, along = null) => {
    if (along === null) return find({ tokenHash });
    return along === 'account'
      ? findWithAccount({ tokenHash })
      : findWithNewest({ ...along, tokenHash });
  };
}

const itself = (found: FoundCaller): FoundCaller => found;

/**
 * SQL that finds callers by one kind of token. `t` is the table that has the column `token_hash`.
 */
export interface CallerSource {
  /**
   * SQL for the columns grant_id, client_id, user_id, scopes, expires_at, family_id, resource and
   * version, of which `TokenFacts` tells, and last_used_at.
   */
  readonly columns: string;
  readonly tables: string;
  readonly isAlive: string;
}

/**
 * A second statement runs beside another one only for many callers, so that more gather for the
 * next one. If a connection hangs, many callers are still served by another one.
 */
const MERGED = { maxItems: 64, maxCalls: 2, minToOverlap: 16 } as const;
/** Only a few calls for lists share a statement, because their answers are long. */
const MERGED_LISTS = { maxItems: 16, maxCalls: 2 } as const;

export interface AskedToken {
  readonly tokenHash: Uint8Array;
}

type AskedNewest = NewestPage & AskedToken;

/** A row about a token. All is null for a token without a caller. */
export interface CallerRow {
  readonly is_locked_down: boolean;
  readonly last_used_at: Date | null;
  readonly wallet_msat: bigint;
  /** The facts of the token as JSON; null if they are those with the version that was asked for. */
  readonly facts: string | null;
  /** The account as JSON, in statements that read it. */
  readonly account?: string;
  /** The newest records, in statements that read them. */
  readonly lines?: string | null;
}

/** What a statement about tokens reads besides, for each of them. */
interface Besides {
  /** SQL for further columns. */
  readonly columns?: string;
  /** SQL for further lists that are parameters, from $3 on, and the names of their columns. */
  readonly asked?: string;
  readonly names?: string;
}

/**
 * SQL that finds the callers of tokens, by a few look-ups with unique keys for each. Revoked tokens
 * and those of disabled users are not found. A `limit` in it keeps the planner of PostgreSQL from
 * reading whole tables if there are many tokens.
 */
export const callersText = (
  { columns, tables, isAlive }: CallerSource,
  besides: Besides = {},
): string => `
  select found.is_locked_down, found.last_used_at, found.wallet_msat, found.facts
    ${besides.columns === undefined ? '' : `, ${besides.columns}`}
  from unnest($1::bytea[], $2::timestamptz[]${besides.asked ?? ''})
    with ordinality asked (token_hash, version, ${besides.names ?? ''} place)
  left join lateral (
    select ${ARE_APPS_HELD} as is_locked_down, token.last_used_at, token.user_id,
      case when token.version = asked.version then null else row_to_json(token)::text end as facts,
      u.identifier, u.email, u.name, u.avatar, u.nostr_pubkey,
      w.wallet_msat, w.invoices_count, w.transactions_count, w.boostagrams_count,
      w.last_invoice_at
    from (
      select ${columns} from ${tables} where t.token_hash = asked.token_hash and ${isAlive}
    ) token
    join wallet_user u on u.id = token.user_id
    join wallet w on w.user_id = u.id
    where u.disabled_at is null
    limit 1
  ) found on true
  order by asked.place`;

const ACCOUNT_JSON = `json_build_object(
    'identifier', found.identifier, 'email', found.email, 'name', found.name,
    'avatar', found.avatar, 'nostr_pubkey', found.nostr_pubkey,
    'invoices_count', found.invoices_count, 'transactions_count', found.transactions_count,
    'boostagrams_count', found.boostagrams_count, 'last_invoice_at', found.last_invoice_at
  )::text as account`;

interface AccountJson {
  readonly identifier: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly nostr_pubkey: string | null;
  readonly invoices_count: number;
  readonly transactions_count: number;
  readonly boostagrams_count: number;
  readonly last_invoice_at: string | null;
}

function parseAccount(text: string): AccountView {
  const account: AccountJson = JSON.parse(text);
  const { last_invoice_at: lastInvoiceAt } = account;
  return {
    identifier: account.identifier,
    email: account.email,
    name: account.name,
    avatar: account.avatar,
    nostrPubkey: account.nostr_pubkey,
    invoicesCount: account.invoices_count,
    transactionsCount: account.transactions_count,
    boostagramsCount: account.boostagrams_count,
    lastInvoiceAt: lastInvoiceAt === null ? null : new Date(lastInvoiceAt),
  };
}

interface TokenQuestion {
  /** Made by `callersText`. */
  readonly text: string;
  readonly known: KnownTokens;
  readonly asked: readonly AskedToken[];
  /** The lists of the parameters from $3 on. */
  readonly values: readonly Parameter[];
}

/**
 * Finds the callers of tokens by one statement, and makes an answer of each and its row; null for a
 * token without a caller.
 */
export async function findCallers<Row extends CallerRow, Answer>(
  database: Pick<Database, 'query'>,
  { text, known, asked, values }: TokenQuestion,
  read: (found: FoundCaller, row: Row) => Answer,
): Promise<readonly (Answer | null)[]> {
  const hashes = asked.map(({ tokenHash }) => bytesToHex(tokenHash));
  const kept = hashes.map((hash) => known.find(hash));
  const parameters: readonly Parameter[] = [
    byteaList(hashes),
    kept.map((facts) => facts?.version ?? null),
    ...values,
  ];
  const rows = await database.query((sql) =>
    sql.unsafe<(Row | { readonly is_locked_down: null })[]>(text, parameters),
  );
  assert(rows.length === asked.length, 'each token gets its own row');
  return hashes.map((hash, place) => {
    const row = rows[place];
    if (row === undefined || row.is_locked_down === null) {
      known.forget(hash);
      return null;
    }
    const facts = known.confirm(hash, kept[place] ?? null, row.facts);
    return read(toFound(facts, row), row);
  });
}

const toFound = (facts: TokenFacts, row: CallerRow): FoundCaller => ({
  caller: facts.caller,
  balanceSat: sat(row.wallet_msat / 1000n),
  account: row.account === undefined ? null : parseAccount(row.account),
  expiresAt: facts.expiresAt,
  lastUsedAt: row.last_used_at,
  familyId: facts.familyId,
  resource: facts.resource,
  isLockedDown: row.is_locked_down,
  newest: row.lines === undefined ? null : toBodies({ lines: row.lines }),
});
