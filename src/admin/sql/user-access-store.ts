import type { AppGrantKind } from '../../authorization/app-grant.ts';
import { viewBudget } from '../../authorization/budget.ts';
import type { BudgetInterval } from '../../authorization/budget-window.ts';
import { isScope, maySpend } from '../../authorization/scope.ts';
import { type Sat, sat } from '../../base/amount.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { LOCKDOWN_NUMBER } from '../../lockdown/sql/lockdown-sql.ts';
import type {
  SeenApp,
  SeenEndpoint,
  SeenEndpointState,
  SeenSession,
  SeenToken,
  UserAccess,
  UserAccessStore,
} from '../user-access-store.ts';

export const createUserAccessStore = (database: Database): UserAccessStore =>
  bindQueries(database, { readPersonAccess });

async function readPersonAccess(
  sql: Sql,
  userId: string,
  at: Date,
  limit: number,
): Promise<UserAccess> {
  const [sessions, apps, tokens, endpoints] = await Promise.all([
    listSessions(sql, userId, at, limit),
    listApps(sql, userId, at, limit),
    listTokens(sql, userId, at, limit),
    listEndpoints(sql, userId, limit),
  ]);
  return { sessions, apps, tokens, endpoints };
}

interface SessionRow {
  readonly device: string;
  readonly signed_in_at: Date;
  readonly last_seen_at: Date;
}

async function listSessions(
  sql: Sql,
  userId: string,
  at: Date,
  limit: number,
): Promise<readonly SeenSession[]> {
  const rows = await sql<SessionRow[]>`
    select s.device, s.signed_in_at, s.last_seen_at from session s
    join wallet_user u on u.id = s.user_id and u.session_epoch = s.session_epoch
    where s.user_id = ${userId} and s.signed_in_at is not null and s.expires_at > ${at}
      and s.lockdown_number >= ${sql.unsafe(LOCKDOWN_NUMBER)}
    order by s.last_seen_at desc, s.id limit ${limit}`;
  return rows.map((row) => ({
    device: row.device,
    signedInAt: row.signed_in_at,
    lastSeenAt: row.last_seen_at,
  }));
}

interface GrantRow {
  readonly name: string;
  readonly scopes: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly limit_msat: bigint | null;
  readonly ask_above_msat: bigint | null;
  readonly interval: BudgetInterval | null;
  readonly budget_ends_at: Date | null;
  readonly window_start: Date | null;
  readonly used_msat: bigint | null;
}

const BUDGET =
  'b.limit_msat, b.ask_above_msat, b.interval, b.expires_at as budget_ends_at, ' +
  'b.window_start, b.used_msat';

interface AppRow extends GrantRow {
  readonly kind: AppGrantKind;
  readonly last_used_at: Date | null;
}

async function listApps(
  sql: Sql,
  userId: string,
  at: Date,
  limit: number,
): Promise<readonly SeenApp[]> {
  const rows = await sql<AppRow[]>`
    select g.kind, coalesce(g.name, c.name) as name, g.scopes, g.created_at, g.expires_at,
      g.last_used_at, ${sql.unsafe(BUDGET)}
    from app_grant g
    left join client c on c.id = g.client_id
    left join budget b on b.user_id = g.user_id and b.grant_id = g.id::text
    where g.user_id = ${userId} and g.revoked_at is null and c.removed_at is null
    order by g.created_at desc, g.id limit ${limit}`;
  return rows.map((row) => ({
    ...parseGrant(row, at),
    kind: row.kind,
    lastUsedAt: row.last_used_at,
  }));
}

async function listTokens(
  sql: Sql,
  userId: string,
  at: Date,
  limit: number,
): Promise<readonly SeenToken[]> {
  const rows = await sql<GrantRow[]>`
    select t.name, t.scopes, t.created_at, t.expires_at, ${sql.unsafe(BUDGET)}
    from personal_token t
    left join budget b on b.user_id = t.user_id and b.grant_id = t.id
    where t.user_id = ${userId} and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > ${at})
    order by t.created_at desc, t.id limit ${limit}`;
  return rows.map((row) => parseGrant(row, at));
}

function parseGrant(row: GrantRow, at: Date): SeenToken {
  return {
    name: row.name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    budget: parseBudget(row, at),
    spends: maySpend({ scopes: row.scopes.split(' ').filter(isScope) }),
  };
}

function parseBudget(row: GrantRow, at: Date): SeenToken['budget'] {
  const { interval, window_start: windowStart, used_msat: usedMsat } = row;
  if (interval === null || windowStart === null || usedMsat === null) return null;
  const amounts = {
    limitSat: toSat(row.limit_msat),
    askAboveSat: toSat(row.ask_above_msat),
    usedSat: sat(usedMsat / 1000n),
  };
  return viewBudget({ ...amounts, interval, expiresAt: row.budget_ends_at, windowStart }, at);
}

const toSat = (amountMsat: bigint | null): Sat | null =>
  amountMsat === null ? null : sat(amountMsat / 1000n);

interface EndpointRow {
  readonly url: string;
  readonly is_given_up: boolean;
  readonly disabled_at: Date | null;
  readonly failing_since: Date | null;
  readonly last_success_at: Date | null;
}

async function listEndpoints(
  sql: Sql,
  userId: string,
  limit: number,
): Promise<readonly SeenEndpoint[]> {
  const rows = await sql<EndpointRow[]>`
    select url, disabled_at, failing_since, last_success_at,
      coalesce(disabled_reason in ('failing', 'gone', 'refused'), false) as is_given_up
    from webhook_endpoint
    where user_id = ${userId} and state <> 'deleted'
    order by created_at desc, id limit ${limit}`;
  return rows.map((row) => ({ host: URL.parse(row.url)?.host ?? '?', state: stateOf(row) }));
}

function stateOf(row: EndpointRow): SeenEndpointState {
  if (row.disabled_at !== null) {
    return { kind: row.is_given_up ? 'given_up' : 'off', since: row.disabled_at };
  }
  if (row.failing_since !== null) return { kind: 'failing', since: row.failing_since };
  return row.last_success_at === null
    ? { kind: 'unused' }
    : { kind: 'delivering', last: row.last_success_at };
}
