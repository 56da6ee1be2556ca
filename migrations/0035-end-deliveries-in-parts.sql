-- An endpoint that is disabled or deleted may have a million deliveries waiting. Its transaction
-- ends some of them; the rest follows in parts, as a job. Until then they stay pending, and nobody
-- takes them up, as their endpoint is not active.

-- So many at most; answers whether there may be more. Locked in the order in which results are
-- recorded.
create function end_some_webhook_deliveries(
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
    select d.endpoint_id, d.id, d.state
      from some_pending p
      join webhook_delivery d on d.endpoint_id = p.endpoint_id and d.id = p.id
      order by d.endpoint_id, d.id for no key update of d
  ), ended as (
    update webhook_delivery d set state = new_state, next_at = null, done_at = now()
      from locked l
      where d.endpoint_id = l.endpoint_id and d.id = l.id and l.state = 'pending'
  )
  select count(*) = deliveries_max into has_more from some_pending;
  return has_more;
end $$;

-- Under the lock of the wallets there is time for few.
create function end_webhook_deliveries_of_locked(
  endpoints text[], new_state webhook_delivery_state
) returns void
language plpgsql as $$
begin
  if end_some_webhook_deliveries(endpoints, new_state, 500) then
    perform enqueue_job('end-deliveries', json_build_object('endpoint_id', ended.id), ended.id)
      from (select unnest(endpoints) order by 1) ended (id);
  end if;
end $$;

create or replace function disable_webhook_endpoints(
  endpoints text[], reason text, at timestamptz
) returns setof text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  active text[];
begin
  select array_agg(locked.id) into active from (
    select e.id from webhook_endpoint e
      where e.id = any (endpoints) and e.state = 'active' order by e.id for no key update
  ) locked;
  if active is null then
    return;
  end if;
  perform end_some_webhook_deliveries(active, 'skipped', 5000);
  perform lock_wallets(
    array(select e.user_id from webhook_endpoint e where e.id = any (active)));
  update webhook_endpoint e
    set state = 'disabled', disabled_reason = reason, disabled_at = at, version = e.version + 1
    where e.id = any (active);
  perform end_webhook_deliveries_of_locked(active, 'skipped');
  return query select unnest(active);
end $$;

create or replace function delete_webhook_endpoint(
  owner_id uuid, app text, endpoint text, at timestamptz
) returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
begin
  if stored.id is null then
    return false;
  end if;
  perform end_some_webhook_deliveries(array[endpoint], 'cancelled', 5000);
  perform lock_wallets(array[owner_id]);
  update webhook_endpoint e set
      state = 'deleted', deleted_at = at, told_to_seq = w.record_seq, version = e.version + 1
    from wallet w
    where e.id = endpoint and w.user_id = e.user_id;
  delete from webhook_secret s where s.endpoint_id = endpoint;
  perform end_webhook_deliveries_of_locked(array[endpoint], 'cancelled');
  update wallet w set has_webhooks = exists (
      select from webhook_endpoint e where e.user_id = owner_id and e.state <> 'deleted')
    where w.user_id = owner_id;
  return true;
end $$;

drop function end_webhook_deliveries;

-- What is left; answers whether there may be more. One that is active again keeps it.
create function end_left_webhook_deliveries(endpoint text, deliveries_max integer)
returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored_state webhook_endpoint_state;
begin
  select e.state into stored_state from webhook_endpoint e where e.id = endpoint for share;
  return case stored_state
    when 'disabled' then end_some_webhook_deliveries(array[endpoint], 'skipped', deliveries_max)
    when 'deleted' then end_some_webhook_deliveries(array[endpoint], 'cancelled', deliveries_max)
    else false end;
end $$;

revoke execute on function end_some_webhook_deliveries, end_webhook_deliveries_of_locked,
  end_left_webhook_deliveries from public;
call grant_to_service('execute on function end_left_webhook_deliveries');
