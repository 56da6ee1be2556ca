import type { Sql } from '../../../src/database/sql.ts';

/**
 * Checks that every settled record has exactly one delivery to each endpoint that has to be told of
 * it, and that there are no other deliveries. Returns what contradicts this, as texts.
 */
export async function findUntoldRecords(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ finding: string }[]>`
    with record as (
      select id, user_id, seq, case rail
        when 'lightning' then ('invoice.' || direction || '.settled')::webhook_event_type
        when 'chain' then ('onchain.' || direction || '.confirmed')::webhook_event_type
        end as event_type
      from settled_record
    ), told as (
      select e.id as endpoint_id, r.id as message_id
      from webhook_endpoint e
      join record r on r.user_id = e.user_id
        and r.seq > e.told_after_seq and r.seq <= coalesce(e.told_to_seq, r.seq)
        and r.event_type = any (e.filter_types)
    ), delivered as (
      select d.endpoint_id, d.message_id, count(*) as count
      from webhook_delivery d where d.body is null
      group by d.endpoint_id, d.message_id
    )
    select format('record %s has %s deliveries to %s',
        message_id, coalesce(count, 0), endpoint_id) as finding
      from told left join delivered using (endpoint_id, message_id) where count is distinct from 1
    union all
    select format('delivery %s to %s is of no record of its user', d.message_id, d.endpoint_id)
      from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
      left join record r on r.id = d.message_id
        and r.user_id = e.user_id and d.event_type = r.event_type
      where (r.id is null) <> (d.body is not null)
    union all
    select format('delivery %s waits for %s, which is %s', d.message_id, d.endpoint_id, e.state)
      from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
      where d.state = 'pending' and e.state <> 'active'
    union all
    select format('wallet %s: has_webhooks is %s', w.user_id, w.has_webhooks)
      from wallet w
      where w.has_webhooks <> exists (
        select from webhook_endpoint e where e.user_id = w.user_id and e.state <> 'deleted')
    order by 1`;
  return rows.map(({ finding }) => finding);
}
