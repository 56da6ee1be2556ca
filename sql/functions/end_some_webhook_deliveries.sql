-- Ends up to `deliveries_max` waiting deliveries; returns whether there may be more. Locks them in
-- the order in which results are recorded.
create or replace function end_some_webhook_deliveries(
  endpoints text[], new_state webhook_delivery_state, deliveries_max integer
) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  has_more boolean;
begin
  with some_pending as materialized (
    select d.endpoint_id, d.id from webhook_delivery d
      where d.endpoint_id = any (endpoints) and d.state = 'pending'
      limit deliveries_max
  ), locked as materialized (
    select d.place, d.state
      from (select * from some_pending order by endpoint_id, id) p
      cross join lateral (
        select d.ctid as place, d.state
          from webhook_delivery d where d.endpoint_id = p.endpoint_id and d.id = p.id
          for no key update
      ) d
  ), ended as (
    update webhook_delivery d set
        state = new_state, next_at = null, claimed_until = null, done_at = now()
      from locked l
      where d.ctid = l.place and l.state = 'pending'
  )
  select count(*) = deliveries_max into has_more from some_pending;
  return has_more;
end $$;
