-- Active endpoints with due deliveries. Uses the index to skip from endpoint to endpoint, however
-- many deliveries wait at each, and reads one entry when none do. Those of disabled users wait.
create or replace function list_due_webhook_endpoints(after text, endpoints_max integer)
returns table (endpoint_id text, user_id uuid, url text, consecutive_failures integer)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  first_id text collate "C";
  first_at timestamptz;
begin
  -- Asked after each settlement. Mostly nothing waits: then the long query is not even begun.
  select d.endpoint_id, d.next_at into first_id, first_at from webhook_delivery d
    where d.state = 'pending' and d.endpoint_id > after
      and (d.claimed_until is null or d.claimed_until <= now())
    order by d.endpoint_id, d.next_at limit 1;
  if first_id is null then
    return;
  end if;
  return query
    with recursive waiting (endpoint_id, next_at) as (
      select first_id, first_at
      union all
      select following.endpoint_id, following.next_at
        from waiting w
        cross join lateral (
          select d.endpoint_id, d.next_at from webhook_delivery d
            where d.state = 'pending' and d.endpoint_id > w.endpoint_id
              and (d.claimed_until is null or d.claimed_until <= now())
            order by d.endpoint_id, d.next_at limit 1
        ) following
    )
    select e.id, e.user_id, e.url, e.consecutive_failures
      from waiting w
      -- Fenced off, so that each is found by its key: otherwise the planner reads all endpoints for
      -- each.
      cross join lateral (
        select * from webhook_endpoint o where o.id = w.endpoint_id and o.state = 'active' offset 0
      ) e
      where w.next_at <= now()
        and (select u.disabled_at from wallet_user u where u.id = e.user_id) is null
      limit endpoints_max;
end $$;
grant execute on function list_due_webhook_endpoints to :service_role;
