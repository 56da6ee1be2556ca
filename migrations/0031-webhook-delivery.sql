-- Taking up what is due, and writing what came of it. Locks as in 0028: endpoints by id, then
-- deliveries, then wallets.

-- What failed first since the last success, and whether another one did long after it: an endpoint
-- is not given up for one message that it does not like.
alter table webhook_endpoint
  add column failing_delivery_id bigint,
  add column has_failed_apart boolean not null default false;

-- Active endpoints for which something is due. Jumps from endpoint to endpoint by the index, however
-- much is waiting at each of them, and reads one entry when nothing is.
create function list_due_webhook_endpoints(after text, endpoints_max integer)
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
      join webhook_endpoint e on e.id = w.endpoint_id
      where w.next_at <= now() and e.state = 'active'
      limit endpoints_max;
end $$;

-- Begins an attempt of so many due deliveries of each endpoint. Whoever comes at the same time takes
-- others; when the lease is over, somebody takes them up again.
create function claim_webhook_deliveries(endpoints text[], counts integer[], lease_ms integer)
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
      join webhook_endpoint e on e.id = c.endpoint_id
      left join settled_record r on r.id = c.message_id
      where e.state = 'active';
end $$;

create type webhook_result as (
  endpoint_id text,
  delivery_id bigint,
  number integer,
  attempts_before integer,
  started_at timestamptz,
  duration_ms integer,
  status smallint,
  error_class text,
  response_excerpt text,
  new_state webhook_delivery_state,
  -- Of a delivery that stays pending: the pause before its next attempt.
  after_ms bigint
);

-- The log gets every attempt; a delivery only that which it is waiting for.
create function write_webhook_results(results webhook_result[]) returns void
language plpgsql as $$
begin
  insert into webhook_attempt (endpoint_id, delivery_id, number, trigger, started_at, duration_ms,
      status, error_class, response_excerpt)
    select r.endpoint_id, r.delivery_id, r.number, d.trigger, r.started_at, r.duration_ms,
      r.status, r.error_class, r.response_excerpt
    from unnest(results) r
    join webhook_delivery d on d.endpoint_id = r.endpoint_id and d.id = r.delivery_id
    on conflict do nothing;

  -- Found by their keys alone: a look for what is pending would lead over all that an endpoint has
  -- waiting.
  with locked as materialized (
    select r.*, d.state as old_state, d.attempts, d.attempts_before as old_attempts_before
      from unnest(results) r
      join webhook_delivery d on d.endpoint_id = r.endpoint_id and d.id = r.delivery_id
      order by d.endpoint_id, d.id for no key update of d
  )
  update webhook_delivery d set
      state = l.new_state,
      next_at = case l.new_state when 'pending'
        then now() + l.after_ms * interval '1 millisecond' end,
      done_at = case l.new_state when 'pending' then null else now() end,
      last_status = l.status,
      last_error = l.error_class
    from locked l
    where d.endpoint_id = l.endpoint_id and d.id = l.delivery_id
      and l.old_state = 'pending' and l.attempts = l.number
      and l.old_attempts_before = l.attempts_before;
end $$;

-- What went well, the usual case. A healthy endpoint is not written for each success.
create function record_webhook_successes(results text) returns void
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

-- The health of endpoints, for a diagnosis that record_webhook_diagnoses writes in the same
-- transaction.
create function lock_webhook_health(endpoints text[])
returns table (
  endpoint_id text, consecutive_failures integer, failing_since timestamptz,
  failing_delivery_id bigint, has_failed_apart boolean, last_success_at timestamptz,
  warned_stage smallint, looked_at timestamptz
)
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  return query
    select e.id, e.consecutive_failures, e.failing_since, e.failing_delivery_id,
        e.has_failed_apart, e.last_success_at, e.warned_stage, now()
      from webhook_endpoint e where e.id = any (endpoints) order by e.id for no key update;
end $$;

create type webhook_health as (
  endpoint_id text,
  consecutive_failures integer,
  failing_since timestamptz,
  failing_delivery_id bigint,
  has_failed_apart boolean,
  last_success_at timestamptz,
  warned_stage smallint
);

create function record_webhook_diagnoses(results text, healths text) returns void
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  update webhook_endpoint e set
      consecutive_failures = h.consecutive_failures, failing_since = h.failing_since,
      failing_delivery_id = h.failing_delivery_id, has_failed_apart = h.has_failed_apart,
      last_success_at = h.last_success_at, warned_stage = h.warned_stage
    from json_populate_recordset(null::webhook_health, healths::json) h
    where e.id = h.endpoint_id;
  perform write_webhook_results(
    array(select r from json_populate_recordset(null::webhook_result, results::json) r));
end $$;

-- Claims that were not finished: others may have them at once.
create function release_webhook_deliveries(endpoints text[], ids bigint[], numbers integer[])
returns void
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
    select d.endpoint_id, d.id, d.state, d.attempts, c.number
      from unnest(endpoints, ids, numbers) c (endpoint_id, id, number)
      join webhook_delivery d on d.endpoint_id = c.endpoint_id and d.id = c.id
      order by d.endpoint_id, d.id for no key update of d
  )
  update webhook_delivery d set next_at = now()
    from locked l
    where d.endpoint_id = l.endpoint_id and d.id = l.id
      and l.state = 'pending' and l.attempts = l.number;
end $$;

create function sweep_webhook_attempts(started_before timestamptz, attempts_max integer)
returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  removed_count integer;
begin
  delete from webhook_attempt a
    where (a.endpoint_id, a.delivery_id, a.number) in (
      select o.endpoint_id, o.delivery_id, o.number from webhook_attempt o
        where o.started_at < started_before
        order by o.started_at limit attempts_max for update skip locked);
  get diagnostics removed_count = row_count;
  return removed_count;
end $$;

revoke execute on function list_due_webhook_endpoints, claim_webhook_deliveries,
  write_webhook_results, record_webhook_successes, lock_webhook_health,
  record_webhook_diagnoses, release_webhook_deliveries, sweep_webhook_attempts from public;
call grant_to_service('execute on function list_due_webhook_endpoints');
call grant_to_service('execute on function claim_webhook_deliveries');
call grant_to_service('execute on function record_webhook_successes');
call grant_to_service('execute on function lock_webhook_health');
call grant_to_service('execute on function record_webhook_diagnoses');
call grant_to_service('execute on function release_webhook_deliveries');
call grant_to_service('execute on function sweep_webhook_attempts');
