import type { GrantGeneration } from '../../authorization/app-grant.ts';
import type { Resource } from '../../authorization/resource.ts';
import { LockdownFault } from '../../base/fault.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { ARE_APPS_HELD } from '../../lockdown/sql/lockdown-sql.ts';
import type {
  Issued,
  OauthGrant,
  OauthRecords,
  OauthStore,
  PruneTimes,
  StoredCode,
  StoredRequest,
  StoredToken,
} from '../oauth-store.ts';
import { findClient } from './client-store.ts';
import { beginFamily, markFamily } from './token-family-store.ts';

export const createOauthStore = (database: Database): OauthStore => ({
  transaction: (work) => database.transaction((sql) => work(recordsOn((query) => query(sql)))),
  records: recordsOn((query) => database.query(query)),
  prune: (times, limit) => database.query((sql) => prune(sql, times, limit)),
});

type Run = <T>(query: (sql: Sql) => Promise<T>) => Promise<T>;

const recordsOn = (run: Run): OauthRecords => ({
  findClient: (id) => run((sql) => findClient(sql, id)),
  findGrant: (generation) => run((sql) => findGrant(sql, generation)),
  endGeneration: (generation) => run((sql) => endGeneration(sql, generation)),
  saveRequest: (request) => run((sql) => saveRequest(sql, request)),
  findRequest: (idHash) => run((sql) => findRequest(sql, idHash)),
  keepRequest: (idHash, until) => run((sql) => keepRequest(sql, idHash, until)),
  takeRequest: (idHash) => run((sql) => takeRequest(sql, idHash)),
  saveCode: (code) => run((sql) => saveCode(sql, code)),
  findCode: (codeHash) => run((sql) => findCode(sql, codeHash)),
  consumeCode: (codeHash, at) => run((sql) => consumeCode(sql, codeHash, at)),
  beginFamily: (family) => run((sql) => beginFamily(sql, family)),
  markFamily: (id, at) => run((sql) => markFamily(sql, id, at)),
  saveRefreshToken: (token) => run((sql) => saveRefreshToken(sql, token)),
  findRefreshToken: (hash) => run((sql) => findRefreshToken(sql, hash)),
  consumeRefreshToken: (hash, at) => run((sql) => consumeRefreshToken(sql, hash, at)),
  saveAccessToken: (token) => run((sql) => saveAccessToken(sql, token)),
  findAccessToken: (hash) => run((sql) => findAccessToken(sql, hash)),
});

async function findGrant(sql: Sql, generation: GrantGeneration): Promise<OauthGrant | null> {
  const [row] = await sql<{ user_id: string; client_id: string; scopes: string }[]>`
    select g.user_id, g.client_id, g.scopes from app_grant g
    join client on client.id = g.client_id and client.removed_at is null
    join wallet_user u on u.id = g.user_id and u.disabled_at is null
    where g.id = ${generation.appGrantId} and g.revoked_at is null
      and g.token_generation = ${generation.generation}`;
  if (row === undefined) return null;
  return { userId: row.user_id, clientId: row.client_id, scopes: row.scopes };
}

async function endGeneration(sql: Sql, generation: GrantGeneration): Promise<void> {
  await sql`
    update app_grant set token_generation = token_generation + 1
    where id = ${generation.appGrantId} and token_generation = ${generation.generation}`;
}

async function saveRequest(sql: Sql, request: StoredRequest): Promise<void> {
  await sql`
    insert into authorization_request (id_hash, client_id, payload, expires_at)
    values (${request.idHash}, ${request.clientId}, ${request.payload}, ${request.expiresAt})
    on conflict (id_hash) do update set payload = excluded.payload`;
}

interface RequestRow {
  readonly client_id: string;
  readonly payload: string;
  readonly expires_at: Date;
}

async function findRequest(sql: Sql, idHash: Uint8Array): Promise<StoredRequest | null> {
  const [row] = await sql<RequestRow[]>`
    select client_id, payload, expires_at from authorization_request where id_hash = ${idHash}`;
  if (row === undefined) return null;
  return { idHash, clientId: row.client_id, payload: row.payload, expiresAt: row.expires_at };
}

async function keepRequest(sql: Sql, idHash: Uint8Array, until: Date): Promise<void> {
  await sql`
    update authorization_request set expires_at = ${until}
    where id_hash = ${idHash} and expires_at < ${until}`;
}

async function takeRequest(sql: Sql, idHash: Uint8Array): Promise<boolean> {
  const { count } = await sql`delete from authorization_request where id_hash = ${idHash}`;
  return count === 1;
}

async function saveCode(sql: Sql, code: StoredCode): Promise<void> {
  await sql`
    insert into authorization_code (
      code_hash, app_grant_id, generation, redirect_uri, scopes, resource, code_challenge,
      created_at, expires_at)
    values (
      ${code.hash}, ${code.appGrantId}, ${code.generation}, ${code.redirectUri}, ${code.scopes},
      ${code.resource}, ${code.codeChallenge}, ${code.createdAt}, ${code.expiresAt})`;
}

async function saveAccessToken(sql: Sql, token: StoredToken): Promise<void> {
  await sql`
    insert into access_token (
      token_hash, app_grant_id, generation, family_id, scopes, resource, created_at, expires_at)
    values (
      ${token.hash}, ${token.appGrantId}, ${token.generation}, ${token.familyId},
      ${token.scopes}, ${token.resource}, ${token.createdAt}, ${token.expiresAt})`;
}

async function saveRefreshToken(sql: Sql, token: StoredToken): Promise<void> {
  await sql`
    with used as (
      update token_family set last_used_at = ${token.createdAt}, expires_at = ${token.expiresAt}
      where id = ${token.familyId})
    insert into refresh_token (
      token_hash, app_grant_id, generation, family_id, scopes, created_at, expires_at)
    values (
      ${token.hash}, ${token.appGrantId}, ${token.generation}, ${token.familyId},
      ${token.scopes}, ${token.createdAt}, ${token.expiresAt})`;
}

interface IssuedRow {
  readonly app_grant_id: string;
  readonly generation: number;
  readonly scopes: string;
  readonly resource: Resource;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly consumed_at: Date | null;
  readonly user_id: string;
  readonly client_id: string;
  readonly is_locked_down: boolean;
}

/**
 * SQL for the columns of a stored code or token with its app grant. `t` is the table of the code or
 * token.
 */
const COLUMNS = `
  t.app_grant_id, t.generation, t.scopes, t.created_at, t.expires_at, g.user_id, g.client_id,
  ${ARE_APPS_HELD} as is_locked_down`;

const WHILE_ALIVE = `
  join app_grant g on g.id = t.app_grant_id and g.token_generation = t.generation
    and g.revoked_at is null
  join client on client.id = g.client_id and client.removed_at is null
  join wallet_user u on u.id = g.user_id and u.disabled_at is null`;

/**
 * Reads a stored code or token. During a lockdown of apps it throws, before anything can be used up
 * or ended.
 */
function parseIssued(hash: Uint8Array, row: IssuedRow): Issued {
  if (row.is_locked_down) throw new LockdownFault();
  return {
    hash,
    appGrantId: row.app_grant_id,
    generation: row.generation,
    scopes: row.scopes,
    resource: row.resource,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    consumedAt: row.consumed_at,
    userId: row.user_id,
    clientId: row.client_id,
  };
}

interface TokenRow extends IssuedRow {
  readonly family_id: string;
}

const parseToken = (hash: Uint8Array, row: TokenRow): Issued<StoredToken> => ({
  ...parseIssued(hash, row),
  familyId: row.family_id,
});

interface CodeRow extends IssuedRow {
  readonly redirect_uri: string;
  readonly code_challenge: string | null;
}

async function findCode(sql: Sql, hash: Uint8Array): Promise<Issued<StoredCode> | null> {
  const [row] = await sql<CodeRow[]>`
    select ${sql.unsafe(COLUMNS)}, t.resource, t.consumed_at, t.redirect_uri,
      t.code_challenge
    from authorization_code t ${sql.unsafe(WHILE_ALIVE)}
    where t.code_hash = ${hash} for update of t`;
  if (row === undefined) return null;
  return {
    ...parseIssued(hash, row),
    redirectUri: row.redirect_uri,
    codeChallenge: row.code_challenge,
  };
}

async function findRefreshToken(sql: Sql, hash: Uint8Array): Promise<Issued<StoredToken> | null> {
  const [row] = await sql<TokenRow[]>`
    select ${sql.unsafe(COLUMNS)}, t.family_id, f.resource, t.consumed_at
    from refresh_token t
    join token_family f on f.id = t.family_id and f.ended_at is null
    ${sql.unsafe(WHILE_ALIVE)}
    where t.token_hash = ${hash} for no key update of t, f`;
  return row === undefined ? null : parseToken(hash, row);
}

async function findAccessToken(sql: Sql, hash: Uint8Array): Promise<Issued<StoredToken> | null> {
  const [row] = await sql<TokenRow[]>`
    select ${sql.unsafe(COLUMNS)}, t.family_id, t.resource, null::timestamptz as consumed_at
    from access_token t ${sql.unsafe(WHILE_ALIVE)}
    where t.token_hash = ${hash}`;
  return row === undefined ? null : parseToken(hash, row);
}

async function consumeCode(sql: Sql, hash: Uint8Array, at: Date): Promise<boolean> {
  const { count } = await sql`
    update authorization_code set consumed_at = ${at}
    where code_hash = ${hash} and consumed_at is null`;
  return count === 1;
}

async function consumeRefreshToken(sql: Sql, hash: Uint8Array, at: Date): Promise<boolean> {
  const { count } = await sql`
    update refresh_token set consumed_at = ${at}
    where token_hash = ${hash} and consumed_at is null`;
  return count === 1;
}

async function prune(sql: Sql, times: PruneTimes, limit: number): Promise<number> {
  let removed = 0;
  for (const { table, key, before } of [
    { table: 'authorization_request', key: 'id_hash', before: times.now },
    { table: 'authorization_code', key: 'code_hash', before: times.now },
    { table: 'refresh_token', key: 'token_hash', before: times.now },
    { table: 'access_token', key: 'token_hash', before: times.accessTokensBefore },
  ]) {
    const { count } = await sql`
      delete from ${sql(table)} where ${sql(key)} in (
        select ${sql(key)} from ${sql(table)} where expires_at < ${before}
        order by expires_at limit ${limit})`;
    removed += count;
  }
  return removed + (await pruneFamilies(sql, times.now, limit));
}

/** Removes expired token families of which no token is stored any more. */
async function pruneFamilies(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from token_family where id in (
      select id from token_family f
      where expires_at < ${before}
        and not exists (select from refresh_token t where t.family_id = f.id)
        and not exists (select from access_token t where t.family_id = f.id)
      order by expires_at limit ${limit})`;
  return count;
}
