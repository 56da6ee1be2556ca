-- Claiming a webhook delivery and writing its result are the bulk of what sending costs. A claim
-- changes no column of an index any more, so that its row version stays in its page and no index
-- gets an entry for it (HOT). What is locked is found once, by its keys, and updated in its place:
-- a join with all deliveries may be turned round by a plan that was made when there were few.

alter table webhook_delivery
  -- Until then it is being sent by whoever claimed it, and nobody else takes it.
  add column claimed_until timestamptz,
  add constraint webhook_delivery_claimed_is_pending
    check (claimed_until is null or state = 'pending');

-- Room for the version that the claim writes.
alter table webhook_delivery set (fillfactor = 50);

-- Under a collation that nobody asks for, so that only the message finds by it. A plan that was made
-- when there were few deliveries would take this index for (endpoint_id, id) too, and keep to it
-- when there are many: then it would read all that an endpoint ever had for each that it looks for.
drop index webhook_delivery_of_message;
create unique index webhook_delivery_of_message
  on webhook_delivery (message_id, endpoint_id collate "POSIX");

drop function claim_webhook_deliveries;
create function claim_webhook_deliveries(endpoints text[], counts integer[], lease_ms integer)
returns table (
  endpoint_id text, id bigint, attempts integer, attempts_before integer, user_id uuid, url text,
  consecutive_failures integer, message_id uuid, event_type webhook_event_type, body text,
  sealed_secrets text
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
      -- Locked here, so it stays in its place until it is updated.
      select d.place
        from unnest(endpoints, counts) share (endpoint_id, deliveries_max)
        cross join lateral (
          select d.ctid as place from webhook_delivery d
            where d.endpoint_id = share.endpoint_id and d.state = 'pending' and d.next_at <= now()
              and (d.claimed_until is null or d.claimed_until <= now())
            order by d.next_at limit share.deliveries_max
            for no key update skip locked
        ) d
    ), claimed as (
      update webhook_delivery d
        set claimed_until = now() + lease_ms * interval '1 millisecond', attempts = d.attempts + 1
        from due where d.ctid = due.place
        returning d.*
    )
    select c.endpoint_id, c.id, c.attempts, c.attempts_before, e.user_id, e.url,
        e.consecutive_failures, c.message_id, c.event_type, coalesce(c.test_body, r.body),
        -- In hex: a list of bytea costs the driver more than all other columns.
        (select string_agg(encode(s.sealed, 'hex'), ',' order by s.number desc)
          from webhook_secret s
          where s.endpoint_id = c.endpoint_id
            and (s.valid_until is null or s.valid_until > now()))
      from claimed c
      cross join lateral (
        select * from webhook_endpoint o where o.id = c.endpoint_id and o.state = 'active' offset 0
      ) e
      left join settled_record r on r.id = c.message_id;
end $$;
revoke execute on function claim_webhook_deliveries from public;
call grant_to_service('execute on function claim_webhook_deliveries');

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
          and (d.claimed_until is null or d.claimed_until <= now())
        order by d.endpoint_id, d.next_at limit 1)
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
      -- Fenced off, so that each is found by its key: the planner would read all endpoints for each.
      cross join lateral (
        select * from webhook_endpoint o where o.id = w.endpoint_id and o.state = 'active' offset 0
      ) e
      where w.next_at <= now()
        and (select u.disabled_at from wallet_user u where u.id = e.user_id) is null
      limit endpoints_max;
end $$;

-- In the order of keys, as everybody who takes several of them.
create or replace function write_webhook_results(results webhook_result[]) returns void
language plpgsql
as $$
begin
  with locked as materialized (
    select r.*, d.place, d.attempts, d.attempts_before as old_attempts_before, d.done_at, d.trigger
      from (select * from unnest(results) order by endpoint_id, delivery_id) r
      cross join lateral (
        select d.ctid as place, d.attempts, d.attempts_before, d.done_at, d.trigger
          from webhook_delivery d where d.endpoint_id = r.endpoint_id and d.id = r.delivery_id
          for no key update
      ) d
  ), logged as (
    insert into webhook_attempt (endpoint_id, delivery_id, number, trigger, started_at, duration_ms,
        status, error_class, response_excerpt)
      select l.endpoint_id, l.delivery_id, l.number, l.trigger, l.started_at, l.duration_ms,
        l.status, l.error_class, l.response_excerpt
      from locked l
      on conflict do nothing
  )
  update webhook_delivery d set
      state = l.new_state,
      next_at = case l.new_state when 'pending'
        then now() + l.after_ms * interval '1 millisecond' end,
      done_at = case l.new_state when 'pending' then null else now() end,
      claimed_until = null,
      last_status = l.status,
      last_error = l.error_class
    from locked l
    where d.ctid = l.place and l.done_at is null
      and l.attempts = l.number and l.old_attempts_before = l.attempts_before;
end $$;

-- The usual case, and so without a detour over JSON.
drop function record_webhook_successes;
create function record_webhook_successes(
  endpoints text[], deliveries bigint[], numbers integer[], attempts_before integer[],
  started_at timestamptz[], duration_ms integer[], statuses integer[], excerpts text[]
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
  perform set_config('synchronous_commit', 'off', true);
  update webhook_endpoint e set
      consecutive_failures = 0, failing_since = null, failing_delivery_id = null,
      has_failed_apart = false, warned_stage = 0, last_success_at = now()
    where e.id = any (array(
      select o.id from webhook_endpoint o
        where o.id = any (endpoints)
          and (o.failing_since is not null or o.last_success_at is null
            or o.last_success_at < now() - interval '1 minute')
        order by o.id for no key update));
  perform write_webhook_results(array(
    select row(r.endpoint_id, r.delivery_id, r.number, r.attempts_before, r.started_at,
        r.duration_ms, r.status, null, r.excerpt, 'succeeded', null)::webhook_result
      from unnest(endpoints, deliveries, numbers, attempts_before, started_at, duration_ms,
          statuses, excerpts)
        r (endpoint_id, delivery_id, number, attempts_before, started_at, duration_ms, status,
          excerpt)));
end $$;
revoke execute on function record_webhook_successes from public;
call grant_to_service('execute on function record_webhook_successes');

create or replace function release_webhook_deliveries(endpoints text[], ids bigint[], numbers integer[])
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

create or replace function replay_webhook_delivery(
  owner_id uuid, app text, endpoint text, message uuid, attempts_max integer
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
  attempts_made integer;
begin
  select d.attempts into attempts_made from webhook_delivery d
    where d.endpoint_id = stored.id and d.message_id = message;
  if attempts_made is null then
    return 'absent';
  elsif stored.state <> 'active' then
    return 'disabled';
  elsif attempts_made >= attempts_max then
    return 'too_often';
  end if;
  update webhook_delivery d set
      state = 'pending', next_at = now(), claimed_until = null, done_at = null,
      trigger = 'manual', attempts_before = d.attempts
    where d.endpoint_id = endpoint and d.message_id = message;
  return 'replayed';
end $$;
