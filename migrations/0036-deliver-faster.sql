-- Sending fast: a claim and a success are the bulk of what is written for a delivery.

-- What is claimed or done leaves this index at once, but deduplication would keep its entry until
-- all that share its time may go: who looks for the first would pass them again and again.
alter index webhook_delivery_due set (deduplicate_items = off);

-- Neither waits for the disk. Should the machine die within the next half second, a delivery is
-- sent once more, with the same id, as after any crash between sending and recording.
create or replace function claim_webhook_deliveries(endpoints text[], counts integer[], lease_ms integer)
returns table (
  endpoint_id text, id bigint, attempts integer, attempts_before integer, user_id uuid, url text,
  consecutive_failures integer, message_id uuid, event_type webhook_event_type, body text,
  sealed_secrets bytea[]
)
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    with due as materialized (
      select d.endpoint_id, d.id
        from unnest(endpoints, counts) share (endpoint_id, deliveries_max)
        cross join lateral (
          select d.endpoint_id, d.id from webhook_delivery d
            where d.endpoint_id = share.endpoint_id and d.state = 'pending' and d.next_at <= now()
            order by d.next_at limit share.deliveries_max
            for no key update skip locked
        ) d
    ), claimed as (
      update webhook_delivery d
        set next_at = now() + lease_ms * interval '1 millisecond', attempts = d.attempts + 1
        from due where d.endpoint_id = due.endpoint_id and d.id = due.id
        returning d.*
    )
    select c.endpoint_id, c.id, c.attempts, c.attempts_before, e.user_id, e.url,
        e.consecutive_failures, c.message_id, c.event_type, coalesce(c.test_body, r.body),
        array(
          select s.sealed from webhook_secret s
            where s.endpoint_id = c.endpoint_id
              and (s.valid_until is null or s.valid_until > now())
            order by s.number desc)
      from claimed c
      cross join lateral (
        select * from webhook_endpoint o where o.id = c.endpoint_id and o.state = 'active' offset 0
      ) e
      left join settled_record r on r.id = c.message_id;
end $$;

create or replace function record_webhook_successes(results text) returns void
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  list webhook_result[] := array(
    select r from json_populate_recordset(null::webhook_result, results::json) r);
begin
  perform set_config('synchronous_commit', 'off', true);
  update webhook_endpoint e set
      consecutive_failures = 0, failing_since = null, failing_delivery_id = null,
      has_failed_apart = false, warned_stage = 0, last_success_at = now()
    where e.id = any (array(
      select o.id from webhook_endpoint o
        where o.id = any (array(select r.endpoint_id from unnest(list) r))
          and (o.failing_since is not null or o.last_success_at is null
            or o.last_success_at < now() - interval '1 minute')
        order by o.id for no key update));
  perform write_webhook_results(list);
end $$;

create or replace function list_due_webhook_endpoints(after text, endpoints_max integer)
returns table (endpoint_id text, user_id uuid, url text, consecutive_failures integer)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    with recursive waiting (endpoint_id, next_at) as (
      (select d.endpoint_id, d.next_at from webhook_delivery d
        where d.state = 'pending' and d.endpoint_id > after
        order by d.endpoint_id, d.next_at limit 1)
      union all
      select following.endpoint_id, following.next_at
        from waiting w
        cross join lateral (
          select d.endpoint_id, d.next_at from webhook_delivery d
            where d.state = 'pending' and d.endpoint_id > w.endpoint_id
            order by d.endpoint_id, d.next_at limit 1
        ) following
    )
    select e.id, e.user_id, e.url, e.consecutive_failures
      from waiting w
      -- Fenced off, so that each is found by its key: the planner would read all endpoints for each.
      cross join lateral (
        select * from webhook_endpoint o where o.id = w.endpoint_id and o.state = 'active' offset 0
      ) e
      where w.next_at <= now()
      limit endpoints_max;
end $$;
