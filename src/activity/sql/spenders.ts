import { isUuid } from '../../database/column-values.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { Spender } from '../activity-store.ts';

interface SpenderRow {
  readonly grant_id: string;
  readonly kind: Spender['kind'];
  readonly name: string;
  readonly is_ended: boolean;
}

const parseSpender = (row: SpenderRow): Spender => ({
  grantId: row.grant_id,
  kind: row.kind,
  name: row.name,
  isEnded: row.is_ended,
});

const TOKENS = `
  select id as grant_id, 'token' as kind, name,
    revoked_at is not null or coalesce(expires_at <= now(), false) as is_ended
  from personal_token`;
const APPS = `
  select app_grant.id::text as grant_id, 'app' as kind,
    coalesce(app_grant.name, client.name) as name,
    app_grant.revoked_at is not null or client.removed_at is not null
      or coalesce(app_grant.expires_at <= now(), false) as is_ended
  from app_grant left join client on client.id = app_grant.client_id`;

export async function nameSpenders(
  sql: Sql,
  userId: string,
  grantIds: readonly string[],
): Promise<readonly Spender[]> {
  const rows = await sql<SpenderRow[]>`
    ${sql.unsafe(TOKENS)}
    where id = any (${sql.array([...grantIds], ARRAY_OF.text)}) and user_id = ${userId}
    union all
    ${sql.unsafe(APPS)}
    where app_grant.id = any (${sql.array(grantIds.filter(isUuid), ARRAY_OF.uuid)})
      and app_grant.user_id = ${userId}`;
  return rows.map(parseSpender);
}

export async function listSpenders(
  sql: Sql,
  userId: string,
  limit: number,
): Promise<readonly Spender[]> {
  const rows = await sql<SpenderRow[]>`
    select grant_id, kind, name, is_ended from (
      (${sql.unsafe(TOKENS)} where user_id = ${userId} order by created_at desc limit ${limit})
      union all
      (${sql.unsafe(APPS)} where app_grant.user_id = ${userId}
        order by app_grant.created_at desc limit ${limit})
    ) spender
    order by is_ended, lower(name), grant_id
    limit ${limit}`;
  return rows.map(parseSpender);
}
