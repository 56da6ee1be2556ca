import type {
  AppGrant,
  AppGrantStore,
  GrantGeneration,
  NewConsent,
  NotedUses,
} from '../../../access/app-grant.ts';
import { ALL_SCOPES } from '../../../access/scope.ts';
import { bindQueries } from '../connection/bind-queries.ts';
import { isUuid } from '../connection/column-values.ts';
import type { Database } from '../connection/db.ts';
import { ARRAY_OF, type Sql } from '../connection/sql.ts';
import { type CallerSource, createCallerQuery } from './caller-query.ts';
import { endMarkedFamilies } from './token-family-store.ts';

export const createAppGrantStore = (database: Database): AppGrantStore => ({
  findCaller: createCallerQuery(database, OF_APPS),
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
  }),
});

const OF_APPS: CallerSource = {
  columns: `t.app_grant_id::text as grant_id, g.client_id, t.scopes, t.expires_at,
    g.last_used_at, t.family_id`,
  tables: `access_token t
    join app_grant g on g.id = t.app_grant_id and g.token_generation = t.generation`,
  userId: 'g.user_id',
  isAlive: 'g.revoked_at is null',
};

/** The lock prevents removing the app in between. */
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
  readonly scopes: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly client_id: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
}

const LIVE = `
  select g.id, g.user_id, g.scopes, g.created_at, g.last_used_at,
    g.client_id, client.name, client.url, client.callback
  from app_grant g
  join client on client.id = g.client_id and client.removed_at is null
  where g.revoked_at is null`;

function parseAppGrant(row: AppGrantRow): AppGrant {
  const granted = new Set(row.scopes.split(' '));
  return {
    id: row.id,
    userId: row.user_id,
    scopes: ALL_SCOPES.filter((scope) => granted.has(scope)),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    client: { id: row.client_id, name: row.name, url: row.url, callback: row.callback },
  };
}

async function listAppGrants(sql: Sql, userId: string): Promise<readonly AppGrant[]> {
  const rows = await sql<AppGrantRow[]>`
    ${sql.unsafe(LIVE)} and g.user_id = ${userId} order by g.created_at desc, g.id`;
  return rows.map(parseAppGrant);
}

async function findAppGrant(sql: Sql, userId: string, id: string): Promise<AppGrant | null> {
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

async function revokeAppGrant(sql: Sql, userId: string, id: string, at: Date): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { count } = await sql`
    update app_grant set revoked_at = coalesce(revoked_at, ${at})
    where id = ${id} and user_id = ${userId}`;
  return count === 1;
}

async function noteUses(sql: Sql, { appGrantIds, familyIds }: NotedUses, at: Date): Promise<void> {
  await sql`
    with used as (
      update token_family set last_used_at = ${at}
      where id = any(${sql.array([...familyIds].toSorted(), ARRAY_OF.uuid)}::uuid[])
        and last_used_at <= ${at}::timestamptz - interval '1 minute')
    update app_grant set last_used_at = ${at}
    where id = any(${sql.array([...appGrantIds].toSorted(), ARRAY_OF.uuid)}::uuid[])
      and (last_used_at is null or last_used_at <= ${at}::timestamptz - interval '1 minute')`;
}
