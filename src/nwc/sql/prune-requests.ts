import type { Sql } from '../../database/sql.ts';

/**
 * Removes old requests, together with the idempotency keys of refused payments, which no payment
 * uses.
 */
export async function pruneRequests(
  sql: Sql,
  answeredBefore: Date,
  limit: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with old as materialized (
      select event_id, device_id from nwc_request
      where answered_at < ${answeredBefore}
      order by answered_at limit ${limit}
      for update skip locked
    ), marks as (
      delete from idempotency_key i
      using old
      join grant_device d on d.id = old.device_id
      join app_grant g on g.id = d.app_grant_id
      where i.user_id = g.user_id and i.grant_id = g.id::text
        and i.key = 'nwc:' || encode(old.event_id, 'hex') and i.target_kind = 'payment'
        and not exists (select from payment p where p.id = i.target_id)
    ), removed as (
      delete from nwc_request r using old where r.event_id = old.event_id returning r.event_id
    )
    select count(*)::int as count from removed`;
  return row?.count ?? 0;
}
