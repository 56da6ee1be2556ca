import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { DeliveryCounts, EndpointStatsStore, StoredSecret } from '../endpoint-stats-store.ts';
import { MAX_COUNTED_DELIVERIES } from '../limits.ts';

export const createEndpointStatsStore = (database: Database): EndpointStatsStore =>
  bindQueries(database, {
    countDeliveries,
    readSecrets,
  });

/** Counts deliveries, up to a limit, as a dead endpoint may have a hundred thousand waiting. */
async function countDeliveries(
  sql: Sql,
  userId: string,
): Promise<ReadonlyMap<string, DeliveryCounts>> {
  const rows = await sql<{ id: string; pending: number; missed: number }[]>`
    select e.id,
      (select count(*)::integer from (
        select from webhook_delivery d
          where d.endpoint_id = e.id and d.state = 'pending' limit ${MAX_COUNTED_DELIVERIES}
      ) counted) as pending,
      (select count(*)::integer from (
        select from webhook_delivery d
          where d.endpoint_id = e.id and d.state in ('exhausted', 'skipped')
          limit ${MAX_COUNTED_DELIVERIES}
      ) counted) as missed
    from webhook_endpoint e where e.user_id = ${userId} and e.state <> 'deleted'`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

interface SecretRow {
  readonly endpoint_id: string;
  readonly sealed: Uint8Array;
  readonly valid_until: Date | null;
}

async function readSecrets(sql: Sql, userId: string): Promise<readonly StoredSecret[]> {
  const rows = await sql<SecretRow[]>`
    select s.endpoint_id, s.sealed, s.valid_until
    from webhook_endpoint e join webhook_secret s on s.endpoint_id = e.id
    where e.user_id = ${userId} and e.state <> 'deleted'
    order by s.endpoint_id, s.number desc`;
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    sealed: row.sealed,
    validUntil: row.valid_until,
  }));
}
