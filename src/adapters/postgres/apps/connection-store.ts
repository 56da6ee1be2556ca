import type {
  Connection,
  ConnectionGeneration,
  ConnectionStore,
  NewConsent,
  NotedUses,
} from '../../../access/connection.ts';
import { ALL_SCOPES } from '../../../access/scope.ts';
import { isUuid } from '../connection/column-values.ts';
import type { Database } from '../connection/db.ts';
import { ARRAY_OF, type Sql } from '../connection/sql.ts';
import { type CallerSource, createCallerQuery } from './caller-query.ts';
import { endMarkedFamilies } from './token-family-store.ts';

export const createConnectionStore = (database: Database): ConnectionStore => ({
  findCaller: createCallerQuery(database, OF_APPS),
  joinConnection: (consent) =>
    database.transaction(async (sql) => {
      await endMarkedFamilies(sql, consent.userId, consent.clientId, consent.at);
      return await joinConnection(sql, consent);
    }),
  listConnections: (userId) => database.query((sql) => listConnections(sql, userId)),
  findConnection: (userId, id) => database.query((sql) => findConnection(sql, userId, id)),
  findConnectionWith: (userId, clientId) =>
    database.query((sql) => findConnectionWith(sql, userId, clientId)),
  revokeConnection: (userId, id, at) =>
    database.query((sql) => revokeConnection(sql, userId, id, at)),
  noteUses: (uses, at) => database.query((sql) => noteUses(sql, uses, at)),
});

const OF_APPS: CallerSource = {
  columns: `t.connection_id::text as grant_id, c.client_id, t.scopes, t.expires_at,
    c.last_used_at, t.family_id`,
  tables: `access_token t
    join connection c on c.id = t.connection_id and c.token_generation = t.generation`,
  userId: 'c.user_id',
  isAlive: 'c.revoked_at is null',
};

/** The lock lets nobody remove the app in between. */
async function joinConnection(sql: Sql, consent: NewConsent): Promise<ConnectionGeneration | null> {
  const [row] = await sql<{ id: string; token_generation: number }[]>`
    insert into connection (id, user_id, client_id, scopes, created_at)
      select ${consent.newId}::uuid, ${consent.userId}::uuid, id,
        ${consent.scopes.join(' ')}, ${consent.at}::timestamptz
      from client where id = ${consent.clientId} and removed_at is null for share
    on conflict (user_id, client_id) where revoked_at is null do update set scopes = (
      select string_agg(distinct name, ' ')
      from string_to_table(connection.scopes || ' ' || excluded.scopes, ' ') name)
    returning id, token_generation`;
  return row === undefined ? null : { connectionId: row.id, generation: row.token_generation };
}

interface ConnectionRow {
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
  select c.id, c.user_id, c.scopes, c.created_at, c.last_used_at,
    c.client_id, client.name, client.url, client.callback
  from connection c
  join client on client.id = c.client_id and client.removed_at is null
  where c.revoked_at is null`;

function parseConnection(row: ConnectionRow): Connection {
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

async function listConnections(sql: Sql, userId: string): Promise<readonly Connection[]> {
  const rows = await sql<ConnectionRow[]>`
    ${sql.unsafe(LIVE)} and c.user_id = ${userId} order by c.created_at desc, c.id`;
  return rows.map(parseConnection);
}

async function findConnection(sql: Sql, userId: string, id: string): Promise<Connection | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<ConnectionRow[]>`
    ${sql.unsafe(LIVE)} and c.user_id = ${userId} and c.id = ${id}`;
  return row === undefined ? null : parseConnection(row);
}

async function findConnectionWith(
  sql: Sql,
  userId: string,
  clientId: string,
): Promise<Connection | null> {
  const [row] = await sql<ConnectionRow[]>`
    ${sql.unsafe(LIVE)} and c.user_id = ${userId} and c.client_id = ${clientId}`;
  return row === undefined ? null : parseConnection(row);
}

async function revokeConnection(sql: Sql, userId: string, id: string, at: Date): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { count } = await sql`
    update connection set revoked_at = coalesce(revoked_at, ${at})
    where id = ${id} and user_id = ${userId}`;
  return count === 1;
}

async function noteUses(
  sql: Sql,
  { connectionIds, familyIds }: NotedUses,
  at: Date,
): Promise<void> {
  await sql`
    with used as (
      update token_family set last_used_at = ${at}
      where id = any(${sql.array([...familyIds].toSorted(), ARRAY_OF.uuid)}::uuid[])
        and last_used_at <= ${at}::timestamptz - interval '1 minute')
    update connection set last_used_at = ${at}
    where id = any(${sql.array([...connectionIds].toSorted(), ARRAY_OF.uuid)}::uuid[])
      and (last_used_at is null or last_used_at <= ${at}::timestamptz - interval '1 minute')`;
}
