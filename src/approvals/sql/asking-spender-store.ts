import { sat } from '../../base/amount.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { AskingSpender, AskingSpenderStore } from '../asking-spender.ts';

export const createAskingSpenderStore = (database: Database): AskingSpenderStore =>
  bindQueries(database, { findSpenders });

interface SpenderRow {
  readonly grant_id: string;
  readonly kind: AskingSpender['kind'];
  readonly name: string;
  readonly url: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly is_ended: boolean;
  readonly ask_above_sat: bigint | null;
  readonly muted_until: Date | null;
}

async function findSpenders(
  sql: Sql,
  userId: string,
  grantIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, AskingSpender>> {
  if (grantIds.length === 0) return new Map();
  const rows = await sql<SpenderRow[]>`
    select spender.*, b.ask_above_msat / 1000 as ask_above_sat, b.asks_muted_until as muted_until
    from (
      select id as grant_id, 'token' as kind, name, null as url, created_at,
        null::timestamptz as last_used_at,
        revoked_at is not null or coalesce(expires_at <= ${at}, false) as is_ended
      from personal_token
      where user_id = ${userId} and id = any (${sql.array([...grantIds], ARRAY_OF.text)})
      union all
      select g.id::text, g.kind::text, coalesce(g.name, c.name),
        coalesce(c.callback, c.url, c.id), g.created_at, g.last_used_at,
        g.revoked_at is not null or c.removed_at is not null
          or coalesce(g.expires_at <= ${at}, false)
      from app_grant g left join client c on c.id = g.client_id
      where g.user_id = ${userId}
        and g.id = any (${sql.array(grantIds.filter(isUuid), ARRAY_OF.uuid)})
    ) spender
    left join budget b on b.user_id = ${userId} and b.grant_id = spender.grant_id`;
  return new Map(rows.map((row) => [row.grant_id, parseSpender(row)]));
}

const parseSpender = (row: SpenderRow): AskingSpender => ({
  grantId: row.grant_id,
  kind: row.kind,
  name: row.name,
  url: row.url,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  isEnded: row.is_ended,
  askAboveSat: row.ask_above_sat === null ? null : sat(row.ask_above_sat),
  mutedUntil: row.muted_until,
});
