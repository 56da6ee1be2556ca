import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { FamiliesAt, NewTokenFamily, TokenFamily, TokenFamilyStore } from '../token-family.ts';

export const createTokenFamilyStore = (database: Database): TokenFamilyStore => ({
  listFamilies: (userId, at) => database.query((sql) => listFamilies(sql, userId, at)),
  endFamily: (userId, familyId, at) =>
    database.transaction((sql) => endFamily(sql, userId, familyId, at)),
});

interface FamilyRow {
  readonly id: string;
  readonly begun_at: Date;
  readonly last_used_at: Date;
  readonly marked_at: Date | null;
}

const parseFamily = (row: FamilyRow): TokenFamily => ({
  id: row.id,
  begunAt: row.begun_at,
  lastUsedAt: row.last_used_at,
  markedAt: row.marked_at,
});

async function listFamilies(
  sql: Sql,
  userId: string,
  { appGrantId, at, limit }: FamiliesAt,
): Promise<readonly TokenFamily[]> {
  const rows = await sql<FamilyRow[]>`
    select f.id, f.begun_at, f.last_used_at, f.marked_at
    from app_grant g
    join token_family f on f.app_grant_id = g.id and f.generation = g.token_generation
    where g.id = ${appGrantId} and g.user_id = ${userId} and g.revoked_at is null
      and f.ended_at is null and f.expires_at > ${at}
    order by f.last_used_at desc, f.id limit ${limit}`;
  return rows.map(parseFamily);
}

async function endFamily(sql: Sql, userId: string, familyId: string, at: Date): Promise<boolean> {
  if (!isUuid(familyId)) return false;
  const ended = await sql<{ id: string }[]>`
    update token_family f set ended_at = ${at}
    from app_grant g
    where f.id = ${familyId} and f.ended_at is null
      and g.id = f.app_grant_id and g.user_id = ${userId}
    returning f.id`;
  await removeAccessTokens(sql, ended);
  return ended.length === 1;
}

/**
 * Ends token families that are marked as possibly stolen, when the user consents to their app
 * again. All other families stay. A refresh at the same time locks the row of its family, so it
 * either ends before the family is ended, or finds that the family has ended.
 */
export async function endMarkedFamilies(
  sql: Sql,
  userId: string,
  clientId: string,
  at: Date,
): Promise<void> {
  const ended = await sql<{ id: string }[]>`
    update token_family f set ended_at = ${at}
    from app_grant g
    where g.user_id = ${userId} and g.client_id = ${clientId} and g.revoked_at is null
      and f.app_grant_id = g.id and f.generation = g.token_generation
      and f.marked_at is not null and f.ended_at is null
    returning f.id`;
  await removeAccessTokens(sql, ended);
}

/** Removes the access tokens of ended token families, so that calls need not check the families. */
async function removeAccessTokens(
  sql: Sql,
  families: readonly { readonly id: string }[],
): Promise<void> {
  if (families.length === 0) return;
  const ids = families.map(({ id }) => id);
  await sql`
    delete from access_token where family_id = any(${sql.array(ids, ARRAY_OF.uuid)}::uuid[])`;
}

export async function beginFamily(sql: Sql, family: NewTokenFamily): Promise<void> {
  await sql`
    insert into token_family (
      id, app_grant_id, generation, resource, begun_at, last_used_at, expires_at)
    values (
      ${family.id}, ${family.appGrantId}, ${family.generation}, ${family.resource},
      ${family.begunAt}, ${family.begunAt}, ${family.begunAt})`;
}

/** Marks a token family as possibly stolen, unless it is marked already. */
export async function markFamily(sql: Sql, id: string, at: Date): Promise<void> {
  await sql`update token_family set marked_at = ${at} where id = ${id} and marked_at is null`;
}
