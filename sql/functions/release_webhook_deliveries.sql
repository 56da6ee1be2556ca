-- Returns unfinished claims: others may take them immediately.
create or replace function release_webhook_deliveries(
  endpoints text[], ids bigint[], numbers integer[]
) returns void
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  with locked as materialized (
    select d.place, d.done_at, d.attempts, c.number
      from (
        select * from unnest(endpoints, ids, numbers) c (endpoint_id, id, number)
          order by c.endpoint_id, c.id
      ) c
      cross join lateral (
        select d.ctid as place, d.done_at, d.attempts
          from webhook_delivery d where d.endpoint_id = c.endpoint_id and d.id = c.id
          for no key update
      ) d
  )
  update webhook_delivery d set claimed_until = null
    from locked l
    where d.ctid = l.place and l.done_at is null and l.attempts = l.number;
end $$;
grant execute on function release_webhook_deliveries to :service_role;
