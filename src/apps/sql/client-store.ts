import type { ChallengeMethod, ChallengeRecord } from '../../authorization/challenge-method.ts';
import { MAX_ADDRESS_LENGTH } from '../../base/limits.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type {
  Client,
  ClientChange,
  ClientOwner,
  ClientStore,
  DocumentClient,
  NewClientSecret,
  RegisteredClient,
} from '../client.ts';
import { MAX_CLIENTS } from '../limits.ts';
import { waitForOthersOf } from './wait-for-others.ts';

export const createClientStore = (database: Database): ClientStore => ({
  insertClient: (client) => database.transaction((sql) => insertClient(sql, client)),
  ...bindQueries(database, {
    listClients,
    findClient,
    updateClient,
    replaceSecret,
    noteChallenge,
    readChallenges,
    removeClient,
  }),
});

async function insertClient(
  sql: Sql,
  client: RegisteredClient,
): Promise<'inserted' | 'taken' | 'too_many'> {
  await waitForOthersOf(sql, client.ownerUserId);
  const { count } = await sql`
    insert into client (
      id, owner_user_id, name, url, callback, secret_hash, s256_only, sends_issuer, created_at)
    select
      ${client.id}, ${client.ownerUserId}, ${client.name}, ${client.url}, ${client.callback},
      ${client.secretHash}::bytea, ${client.s256Only}, ${client.sendsIssuer},
      ${client.createdAt}::timestamptz
    where ${MAX_CLIENTS}::bigint > (
      select count(*) from client
      where owner_user_id = ${client.ownerUserId} and removed_at is null)
    on conflict (id) do nothing`;
  if (count === 1) return 'inserted';
  const [present] = await sql`select from client where id = ${client.id}`;
  return present === undefined ? 'too_many' : 'taken';
}

type ClientRow = RegisteredRow | DocumentRow;

interface RegisteredRow {
  readonly kind: 'registered';
  readonly id: string;
  readonly owner_user_id: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  readonly secret_hash: Uint8Array | null;
  readonly s256_only: boolean;
  readonly sends_issuer: boolean;
  readonly created_at: Date;
}

interface DocumentRow {
  readonly kind: 'document';
  readonly id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly fetched_at: Date;
}

const COLUMNS = `
  kind, id, owner_user_id, name, url, callback, secret_hash, s256_only, sends_issuer, created_at,
  redirect_uris, fetched_at`;

function parseClient(row: ClientRow): Client {
  switch (row.kind) {
    case 'registered':
      return parseRegistered(row);
    case 'document':
      return parseDocument(row);
  }
}

const parseDocument = (row: DocumentRow): DocumentClient => ({
  kind: row.kind,
  id: row.id,
  name: row.name,
  redirectUris: row.redirect_uris,
  fetchedAt: row.fetched_at,
});

const parseRegistered = (row: RegisteredRow): RegisteredClient => ({
  kind: row.kind,
  id: row.id,
  ownerUserId: row.owner_user_id,
  name: row.name,
  url: row.url,
  callback: row.callback,
  secretHash: row.secret_hash,
  s256Only: row.s256_only,
  sendsIssuer: row.sends_issuer,
  createdAt: row.created_at,
});

async function listClients(sql: Sql, ownerUserId: string): Promise<readonly RegisteredClient[]> {
  if (!isUuid(ownerUserId)) return [];
  const rows = await sql<RegisteredRow[]>`
    select ${sql.unsafe(COLUMNS)} from client
    where owner_user_id = ${ownerUserId} and removed_at is null order by created_at, id`;
  return rows.map(parseRegistered);
}

export async function findClient(sql: Sql, id: string): Promise<Client | null> {
  // Callers choose ids freely. PostgreSQL cannot store the character NUL, so ids that cannot exist
  // are not looked up.
  if (id.length > MAX_ADDRESS_LENGTH || !/^[\x21-\x7e]+$/.test(id)) return null;
  const [row] = await sql<ClientRow[]>`
    select ${sql.unsafe(COLUMNS)} from client where id = ${id} and removed_at is null`;
  return row === undefined ? null : parseClient(row);
}

/**
 * Changes a client. If its callback changes, requests and codes for the old callback are removed.
 * All parts of the statement see the row as it was before, so they can tell whether it changes.
 */
async function updateClient(
  sql: Sql,
  id: string,
  owner: ClientOwner,
  change: ClientChange,
): Promise<boolean> {
  if (owner !== null && !isUuid(owner)) return false;
  const { count } = await sql`
    with moved as (
      select id from client where id = ${id} and callback <> ${change.callback}
        and (${owner}::uuid is null or owner_user_id = ${owner}::uuid)
    ), dropped_requests as (
      delete from authorization_request using moved where client_id = moved.id
    ), dropped_codes as (
      delete from authorization_code using moved, app_grant
      where app_grant_id = app_grant.id and app_grant.client_id = moved.id
    )
    update client set
      name = ${change.name}, url = ${change.url}, callback = ${change.callback},
      s256_only = ${change.s256Only}, sends_issuer = ${change.sendsIssuer}
    where id = ${id} and removed_at is null and kind = 'registered'
      and (${owner}::uuid is null or owner_user_id = ${owner}::uuid)`;
  return count === 1;
}

async function replaceSecret(
  sql: Sql,
  id: string,
  owner: ClientOwner,
  { hash, replaces }: NewClientSecret,
): Promise<boolean> {
  if (owner !== null && !isUuid(owner)) return false;
  const { count } = await sql`
    update client set secret_hash = ${hash}
    where id = ${id} and removed_at is null and secret_hash is not null
      and (${replaces}::bytea is null or secret_hash = ${replaces}::bytea)
      and (${owner}::uuid is null or owner_user_id = ${owner}::uuid)`;
  return count === 1;
}

async function removeClient(sql: Sql, id: string, owner: ClientOwner, at: Date): Promise<boolean> {
  if (owner !== null && !isUuid(owner)) return false;
  const [row] = await sql<{ removed: boolean }[]>`
    with removed as (
      update client set removed_at = ${at}
      where id = ${id} and removed_at is null
        and (${owner}::uuid is null or owner_user_id = ${owner}::uuid)
      returning id
    ), revoked as (
      update app_grant set revoked_at = ${at} from removed
      where client_id = removed.id and revoked_at is null
    ), dropped as (
      delete from authorization_request using removed where client_id = removed.id
    )
    select exists (select from removed) as removed`;
  return row?.removed ?? false;
}

async function noteChallenge(
  sql: Sql,
  id: string,
  method: ChallengeMethod,
  at: Date,
): Promise<void> {
  await sql`
    insert into client_challenge as known (client_id, method, last_at)
    values (${id}, ${method}, ${at})
    on conflict (client_id, method) do update set last_at = excluded.last_at
    where known.last_at <= excluded.last_at - interval '1 day'`;
}

async function readChallenges(sql: Sql, id: string): Promise<ChallengeRecord> {
  const rows = await sql<{ readonly method: ChallengeMethod; readonly last_at: Date }[]>`
    select method, last_at from client_challenge where client_id = ${id}`;
  return new Map(rows.map((row) => [row.method, row.last_at]));
}
