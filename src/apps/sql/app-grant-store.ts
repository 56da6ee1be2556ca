import type {
  AppGrant,
  AppGrantKind,
  AppGrantStore,
  GrantGeneration,
  NewConsent,
  NotedRefusal,
  NotedUses,
} from '../../authorization/app-grant.ts';
import { grantRefusalOf } from '../../authorization/grant-refusal.ts';
import { ALL_SCOPES } from '../../authorization/scope.ts';
import { assert } from '../../base/assert.ts';
import type { Clock } from '../../base/clock.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import { type CallerSource, createCallerQuery } from './caller-query.ts';
import { endMarkedFamilies } from './token-family-store.ts';

export const createAppGrantStore = (database: Database, clock?: Clock): AppGrantStore => ({
  findCaller: createCallerQuery(database, OF_APPS, clock),
  joinAppGrant: (consent) =>
    database.transaction(async (sql) => {
      await endMarkedFamilies(sql, consent.userId, consent.clientId, consent.at);
      return await joinAppGrant(sql, consent);
    }),
  ...bindQueries(database, {
    listAppGrants,
    findAppGrant,
    findAppGrantWith,
    revokeAppGrant,
    noteUses,
    noteRefusals,
  }),
});

export const OF_APPS: CallerSource = {
  columns: `t.app_grant_id::text as grant_id, g.client_id, g.user_id, t.scopes, t.expires_at,
    g.last_used_at, t.family_id, t.resource, t.created_at as version`,
  tables: `access_token t
    join app_grant g on g.id = t.app_grant_id and g.token_generation = t.generation`,
  isAlive: 'g.revoked_at is null',
};

/**
 * Creates an app grant, or adds scopes to the existing one. A lock keeps the app from being removed
 * at the same time.
 */
async function joinAppGrant(sql: Sql, consent: NewConsent): Promise<GrantGeneration | null> {
  const [row] = await sql<{ id: string; token_generation: number }[]>`
    insert into app_grant (id, user_id, client_id, scopes, created_at)
      select ${consent.newId}::uuid, ${consent.userId}::uuid, id,
        ${consent.scopes.join(' ')}, ${consent.at}::timestamptz
      from client where id = ${consent.clientId} and removed_at is null for share
    on conflict (user_id, client_id) where revoked_at is null do update set scopes = (
      select string_agg(distinct name, ' ')
      from string_to_table(app_grant.scopes || ' ' || excluded.scopes, ' ') name)
    returning id, token_generation`;
  return row === undefined ? null : { appGrantId: row.id, generation: row.token_generation };
}

interface AppGrantRow {
  readonly id: string;
  readonly user_id: string;
  readonly kind: AppGrantKind;
  readonly name: string;
  readonly scopes: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly refused_at: Date | null;
  readonly refusal: string | null;
  readonly client_id: string | null;
  readonly url: string | null;
  readonly callback: string | null;
}

const LIVE = `
  select g.id, g.user_id, g.kind, coalesce(g.name, client.name) as name, g.scopes, g.created_at,
    g.expires_at, g.last_used_at, g.refused_at, g.refusal, g.client_id,
    coalesce(client.url, client.id) as url, client.callback
  from app_grant g
  left join client on client.id = g.client_id
  where g.revoked_at is null and client.removed_at is null`;

function parseAppGrant(row: AppGrantRow): AppGrant {
  const granted = new Set(row.scopes.split(' '));
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    name: row.name,
    scopes: ALL_SCOPES.filter((scope) => granted.has(scope)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastRefusal: parseRefusal(row),
    client: parseClient(row),
  };
}

/**
 * Reads a stored refusal. Null if its reason is unknown to this version of the program, so that the
 * refusal is not shown.
 */
function parseRefusal({ refused_at: at, refusal }: AppGrantRow): NotedRefusal | null {
  const reason = refusal === null ? null : grantRefusalOf(refusal);
  return at === null || reason === null ? null : { reason, at };
}

function parseClient({ client_id: id, name, url, callback }: AppGrantRow): AppGrant['client'] {
  if (id === null) return null;
  assert(url !== null, 'an app has one');
  return { id, name, url, callback };
}

async function listAppGrants(sql: Sql, userId: string): Promise<readonly AppGrant[]> {
  const rows = await sql<AppGrantRow[]>`
    ${sql.unsafe(LIVE)} and g.user_id = ${userId} order by g.created_at desc, g.id`;
  return rows.map(parseAppGrant);
}

export async function findAppGrant(sql: Sql, userId: string, id: string): Promise<AppGrant | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<AppGrantRow[]>`
    ${sql.unsafe(LIVE)} and g.user_id = ${userId} and g.id = ${id}`;
  return row === undefined ? null : parseAppGrant(row);
}

async function findAppGrantWith(
  sql: Sql,
  userId: string,
  clientId: string,
): Promise<AppGrant | null> {
  const [row] = await sql<AppGrantRow[]>`
    ${sql.unsafe(LIVE)} and g.user_id = ${userId} and g.client_id = ${clientId}`;
  return row === undefined ? null : parseAppGrant(row);
}

async function revokeAppGrant(
  sql: Sql,
  userId: string | null,
  id: string,
  at: Date,
  kind: AppGrantKind | null = null,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { count } = await sql`
    update app_grant set revoked_at = coalesce(revoked_at, ${at})
    where id = ${id} and (${userId}::uuid is null or user_id = ${userId})
      and (${kind}::text is null or kind = ${kind})`;
  return count === 1;
}

async function noteUses(sql: Sql, uses: NotedUses, at: Date): Promise<void> {
  const { appGrantIds, familyIds, deviceIds } = uses;
  await sql`
    with used as (
      update token_family set last_used_at = ${at}
      where id = any(${sql.array([...familyIds].toSorted(), ARRAY_OF.uuid)}::uuid[])
        and last_used_at <= ${at}::timestamptz - interval '1 minute'
    ), used_devices as (
      update grant_device set last_used_at = ${at}
      where id = any(${sql.array([...deviceIds].toSorted(), ARRAY_OF.uuid)}::uuid[])
        and (last_used_at is null or last_used_at <= ${at}::timestamptz - interval '1 minute'))
    update app_grant set last_used_at = ${at}
    where id = any(${sql.array([...appGrantIds].toSorted(), ARRAY_OF.uuid)}::uuid[])
      and (last_used_at is null or last_used_at <= ${at}::timestamptz - interval '1 minute')`;
}

async function noteRefusals(sql: Sql, refusals: ReadonlyMap<string, NotedRefusal>): Promise<void> {
  const sorted = [...refusals].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const ids = sorted.map(([id]) => id);
  const reasons = sorted.map(([, { reason }]) => reason);
  const times = sorted.map(([, { at }]) => at);
  await sql`
    update app_grant g set refused_at = noted.at, refusal = noted.reason
    from unnest(
      ${sql.array(ids, ARRAY_OF.uuid)}, ${sql.array(reasons, ARRAY_OF.text)},
      ${sql.array(times, ARRAY_OF.timestamptz)}
    ) noted (id, reason, at)
    where g.id = noted.id and (g.refused_at is null or g.refused_at < noted.at)`;
}
