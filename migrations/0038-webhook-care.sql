-- Webhooks: what is removed after its time, what waits for a user who is switched off, what may be
-- switched on and sent again. Locks as in 0028: connection, endpoints by id, deliveries, wallets.

-- Test events, which are of no record.
create index webhook_delivery_ended_test on webhook_delivery (done_at)
  where test_body is not null;
create index webhook_endpoint_deleted on webhook_endpoint (deleted_at) where state = 'deleted';

create function sweep_webhook_tests(ended_before timestamptz, deliveries_max integer)
returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  removed_count integer;
begin
  with ended as materialized (
    select d.endpoint_id, d.id from webhook_delivery d
      where d.test_body is not null and d.done_at < ended_before
      order by d.done_at limit deliveries_max for update skip locked
  ), attempts as (
    delete from webhook_attempt a using ended o
      where a.endpoint_id = o.endpoint_id and a.delivery_id = o.id
  )
  delete from webhook_delivery d using ended o
    where d.endpoint_id = o.endpoint_id and d.id = o.id;
  get diagnostics removed_count = row_count;
  return removed_count;
end $$;

-- One that was deleted before: so many of its deliveries with their attempts, and itself with the
-- last of them. One that a provider outside may still have stays until he is told. Answers whether
-- there was anything to remove.
create function sweep_deleted_webhook_endpoint(deleted_before timestamptz, deliveries_max integer)
returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  endpoint text;
  removed_count integer;
begin
  select e.id into endpoint from webhook_endpoint e
    where e.state = 'deleted' and e.deleted_at < deleted_before
      and (e.provider_version in (0, e.version)
        or exists (select from webhook_delivery d where d.endpoint_id = e.id))
    order by e.deleted_at limit 1 for update skip locked;
  if endpoint is null then
    return false;
  end if;
  -- It answers for no record any more.
  update webhook_endpoint e set told_after_seq = e.told_to_seq
    where e.id = endpoint and e.told_after_seq <> e.told_to_seq;
  with oldest as materialized (
    select d.id from webhook_delivery d
      where d.endpoint_id = endpoint order by d.id limit deliveries_max for update
  ), attempts as (
    delete from webhook_attempt a using oldest o
      where a.endpoint_id = endpoint and a.delivery_id = o.id
  )
  delete from webhook_delivery d using oldest o
    where d.endpoint_id = endpoint and d.id = o.id;
  get diagnostics removed_count = row_count;
  if removed_count < deliveries_max then
    delete from webhook_endpoint e
      where e.id = endpoint and e.provider_version in (0, e.version);
  end if;
  return true;
end $$;

-- As in 0036, but for users who are switched off: what is due for them waits. Asked for each endpoint
-- for which something is due, by its key.
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
        and (select u.disabled_at from wallet_user u where u.id = e.user_id) is null
      limit endpoints_max;
end $$;

-- While its user was switched off nothing was tried: an endpoint that failed before has not failed
-- all the time since.
create function begin_health_of_enabled() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update webhook_endpoint e set
      consecutive_failures = 0, failing_since = null, failing_delivery_id = null,
      has_failed_apart = false, warned_stage = 0
    where e.id = any (array(
      select o.id from webhook_endpoint o
        where o.user_id = new.id and o.state = 'active' and o.failing_since is not null
        order by o.id for no key update));
  return null;
end $$;
create trigger begin_health_of_enabled after update of disabled_at on wallet_user
  for each row when (old.disabled_at is not null and new.disabled_at is null)
  execute function begin_health_of_enabled();

-- As it was, but that of an app which its user has disconnected stays off until he connects it again.
create or replace function edit_webhook_endpoint(
  owner_id uuid, app text, endpoint text, new_url text, new_description text,
  new_types webhook_event_type[], is_enabled boolean, at timestamptz
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint;
  maker text;
  is_maker_connected boolean;
begin
  if not hold_connection(owner_id, app) then
    return 'revoked';
  end if;
  if is_enabled then
    -- Who made it never changes, and connections are locked before endpoints.
    select e.client_id into maker from webhook_endpoint e
      where e.id = endpoint and e.user_id = owner_id;
    is_maker_connected := hold_connection(owner_id, maker);
  end if;
  stored := lock_webhook_endpoint(owner_id, app, endpoint);
  if stored.id is null then
    return 'absent';
  elsif is_enabled and stored.state = 'disabled' and not is_maker_connected then
    return 'disconnected';
  end if;
  if not is_enabled then
    perform disable_webhook_endpoints(array[endpoint], 'switched_off', at);
  end if;
  perform lock_wallets(array[owner_id]);
  update webhook_endpoint e set
      url = coalesce(new_url, e.url),
      description = coalesce(new_description, e.description),
      filter_types = coalesce(new_types, e.filter_types),
      told_after_seq = case
        when new_types <> e.filter_types then w.record_seq else e.told_after_seq end,
      version = e.version + 1
    from wallet w
    where e.id = endpoint and w.user_id = e.user_id;
  if is_enabled then
    update webhook_endpoint e set
        state = 'active', disabled_reason = null, disabled_at = null,
        failing_since = null, consecutive_failures = 0, warned_stage = 0
      where e.id = endpoint and e.state = 'disabled';
  end if;
  return 'edited';
end $$;

-- As they were, but that a message gets so many attempts at most; and what is recovered is locked in
-- the order in which results are recorded.
drop function replay_webhook_delivery, recover_webhook_deliveries;

create function replay_webhook_delivery(
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
      state = 'pending', next_at = now(), done_at = null, trigger = 'manual',
      attempts_before = d.attempts
    where d.endpoint_id = endpoint and d.message_id = message;
  return 'replayed';
end $$;

create function recover_webhook_deliveries(
  owner_id uuid, app text, endpoint text, since timestamptz, deliveries_max integer,
  attempts_max integer
) returns recovered_deliveries
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
  recovered_count integer;
begin
  if stored.id is null then
    return row('absent', 0)::recovered_deliveries;
  elsif stored.state <> 'active' then
    return row('disabled', 0)::recovered_deliveries;
  end if;
  with missed as materialized (
    select u.id from webhook_delivery u
      where u.endpoint_id = endpoint and u.state in ('exhausted', 'skipped')
        and u.created_at >= since and u.attempts < attempts_max
      order by u.id limit deliveries_max
  ), locked as materialized (
    select d.id, d.state
      from missed m join webhook_delivery d on d.endpoint_id = endpoint and d.id = m.id
      order by d.id for no key update of d
  )
  update webhook_delivery d set
      state = 'pending', next_at = now(), done_at = null, trigger = 'manual',
      attempts_before = d.attempts
    from locked l
    where d.endpoint_id = endpoint and d.id = l.id and l.state in ('exhausted', 'skipped');
  get diagnostics recovered_count = row_count;
  return row('recovered', recovered_count)::recovered_deliveries;
end $$;

revoke execute on function sweep_webhook_tests, sweep_deleted_webhook_endpoint,
  begin_health_of_enabled, replay_webhook_delivery, recover_webhook_deliveries from public;
call grant_to_service('execute on function sweep_webhook_tests');
call grant_to_service('execute on function sweep_deleted_webhook_endpoint');
call grant_to_service('execute on function replay_webhook_delivery');
call grant_to_service('execute on function recover_webhook_deliveries');
