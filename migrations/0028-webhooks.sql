-- Webhook endpoints and what is on its way to them.
--
-- A message is a settled record: its body, as it was rendered once, is what every endpoint gets, and
-- its id is that of the message. So whatever is sent again bears the same id.
--
-- Locks, in this order: connection, endpoints by id, deliveries, wallets by user id. Every change
-- of an endpoint that decides who is told of a settlement is made under the wallet of its user: a
-- settlement sees what was before or what is after. A delivery is pending only while its endpoint
-- is active.

create type webhook_event_type as enum ('invoice.incoming.settled', 'invoice.outgoing.settled');
create type webhook_endpoint_state as enum ('active', 'disabled', 'deleted');

create table webhook_endpoint (
  -- `ep_` and 27 letters and digits.
  id text collate "C" primary key,
  user_id uuid not null references wallet,
  -- The app that made it; null: the user himself.
  client_id text collate "C" references client,
  url text not null,
  description text not null,
  -- Those that are sent, in the order in which they were asked for.
  filter_types webhook_event_type[] not null check (cardinality(filter_types) between 1 and 2),
  state webhook_endpoint_state not null default 'active',
  disabled_reason text check (
    disabled_reason in ('switched_off', 'app_revoked', 'failing', 'gone', 'refused')),
  disabled_at timestamptz,
  -- Health, as attempts tell it. Null and zero since the last success.
  failing_since timestamptz,
  consecutive_failures integer not null default 0,
  last_success_at timestamptz,
  -- Of the warnings that its user got since it is failing, the last.
  warned_stage smallint not null default 0,
  -- Grows with each change of what a provider outside has to know, and what he knows of it (0:
  -- nothing). The two are not compared where we deliver ourselves.
  version integer not null default 1,
  provider_version integer not null default 0,
  -- Records of its user after the one number, up to the other, that its filter takes each have one
  -- delivery. Another filter begins anew.
  told_after_seq bigint not null,
  told_to_seq bigint,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check ((state = 'deleted') = (deleted_at is not null)),
  check ((state = 'deleted') = (told_to_seq is not null)),
  check ((disabled_reason is null) = (disabled_at is null)),
  check (state = 'deleted' or (state = 'disabled') = (disabled_at is not null))
) with (fillfactor = 50);
create index webhook_endpoint_of_user on webhook_endpoint (user_id) where state <> 'deleted';
create index webhook_endpoint_of_app on webhook_endpoint (client_id, user_id)
  where state <> 'deleted';
call grant_to_service('select on webhook_endpoint');

create table webhook_secret (
  endpoint_id text collate "C" not null references webhook_endpoint,
  -- The greatest is that of the current secret.
  number integer not null,
  -- Encrypted by the service, under a key that is not in the database.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null for the current one; the older ones sign beside it until then.
  valid_until timestamptz,
  primary key (endpoint_id, number)
);
create unique index webhook_secret_current on webhook_secret (endpoint_id)
  where valid_until is null;
call grant_to_service('select on webhook_secret');

create type webhook_delivery_state as enum (
  'pending', 'succeeded',
  -- No further attempt will be made.
  'exhausted',
  -- Never sent, or not again, as its endpoint is or was disabled.
  'skipped',
  -- The endpoint was deleted.
  'cancelled');
create type webhook_trigger as enum ('auto', 'manual');

-- Written by every settlement that has to be told: nothing here refers to another table by a foreign
-- key, as the statement that writes a row has just read its endpoint and written its record.
create table webhook_delivery (
  -- The order in which they came to be.
  id bigint generated always as identity,
  endpoint_id text collate "C" not null,
  -- The settled record, or a number of its own for a test event.
  message_id uuid not null,
  event_type webhook_event_type not null,
  -- Of a test event; the body of all others is that of the record.
  test_body text,
  state webhook_delivery_state not null,
  -- When it is due; while it is being sent, when others may take it up.
  next_at timestamptz,
  -- All that were begun, and how many of them before the schedule last began anew.
  attempts integer not null default 0,
  attempts_before integer not null default 0,
  trigger webhook_trigger not null default 'auto',
  -- Of the last attempt: status of the answer, or what went wrong.
  last_status smallint,
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (endpoint_id, id),
  check ((state = 'pending') = (next_at is not null)),
  check ((state = 'pending') = (done_at is null))
) with (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1,
  autovacuum_analyze_scale_factor = 0.02
);
create unique index webhook_delivery_of_message on webhook_delivery (endpoint_id, message_id);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at)
  where state = 'pending';
-- What can be recovered. Rows that go well are never in it.
create index webhook_delivery_undelivered on webhook_delivery (endpoint_id, id)
  where state in ('exhausted', 'skipped');
call grant_to_service('select on webhook_delivery');

create table webhook_attempt (
  endpoint_id text collate "C" not null,
  delivery_id bigint not null,
  -- As the delivery counted it when it was begun.
  number integer not null,
  trigger webhook_trigger not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- Of the answer; null when there was none, and then there is a class of error.
  status smallint,
  error_class text,
  response_excerpt text,
  primary key (endpoint_id, delivery_id, number),
  check (status is not null or error_class is not null)
);
create index webhook_attempt_by_start on webhook_attempt (started_at);
call grant_to_service('select on webhook_attempt');

-- Told together with the lock, so that users without endpoints pay nothing for those of others.
alter table wallet add column has_webhooks boolean not null default false;

-- Whether an app is still allowed: it stays so until the transaction ends. The user himself is.
create function hold_connection(owner_id uuid, app text) returns boolean
language plpgsql as $$
begin
  if app is null then
    return true;
  end if;
  perform from connection c
    where c.user_id = owner_id and c.client_id = app and c.revoked_at is null for share;
  return found;
end $$;

-- The endpoint as a caller sees it: an app its own, the user all of his. Locked, unless it is null.
create function lock_webhook_endpoint(owner_id uuid, app text, endpoint text)
returns webhook_endpoint
language plpgsql as $$
declare
  locked webhook_endpoint;
begin
  select * into locked from webhook_endpoint e
    where e.id = endpoint and e.user_id = owner_id and e.state <> 'deleted'
      and (app is null or e.client_id = app)
    for no key update;
  return locked;
end $$;

create function create_webhook_endpoint(
  owner_id uuid, app text, endpoint text, new_url text, new_description text,
  new_types webhook_event_type[], sealed_secret bytea, endpoints_max integer, at timestamptz
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if not hold_connection(owner_id, app) then
    return 'revoked';
  end if;
  perform lock_wallets(array[owner_id]);
  if (select count(*) from webhook_endpoint e where e.user_id = owner_id and e.state <> 'deleted')
    >= endpoints_max
  then
    return 'too_many';
  end if;
  insert into webhook_endpoint (
      id, user_id, client_id, url, description, filter_types, told_after_seq, created_at)
    select endpoint, owner_id, app, new_url, new_description, new_types, w.record_seq, at
    from wallet w where w.user_id = owner_id;
  insert into webhook_secret (endpoint_id, number, sealed, created_at)
    values (endpoint, 1, sealed_secret, at);
  update wallet w set has_webhooks = true where w.user_id = owner_id and not w.has_webhooks;
  return 'created';
end $$;

-- What waits for these endpoints does so no longer.
create function end_webhook_deliveries(endpoints text[], new_state webhook_delivery_state)
returns void
language plpgsql as $$
begin
  update webhook_delivery d set state = new_state, next_at = null, done_at = now()
    where d.endpoint_id = any (endpoints) and d.state = 'pending';
end $$;

-- Those of the list that are active; answers which. The many deliveries that may be waiting are
-- ended before the wallets are locked, and the few that come meanwhile after.
create function disable_webhook_endpoints(endpoints text[], reason text, at timestamptz)
returns setof text
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
  perform end_webhook_deliveries(active, 'skipped');
  perform lock_wallets(
    array(select e.user_id from webhook_endpoint e where e.id = any (active)));
  update webhook_endpoint e
    set state = 'disabled', disabled_reason = reason, disabled_at = at, version = e.version + 1
    where e.id = any (active);
  perform end_webhook_deliveries(active, 'skipped');
  return query select unnest(active);
end $$;

-- Null leaves as it is.
create function edit_webhook_endpoint(
  owner_id uuid, app text, endpoint text, new_url text, new_description text,
  new_types webhook_event_type[], is_enabled boolean, at timestamptz
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint;
begin
  if not hold_connection(owner_id, app) then
    return 'revoked';
  end if;
  stored := lock_webhook_endpoint(owner_id, app, endpoint);
  if stored.id is null then
    return 'absent';
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

create function delete_webhook_endpoint(
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
  perform end_webhook_deliveries(array[endpoint], 'cancelled');
  perform lock_wallets(array[owner_id]);
  update webhook_endpoint e set
      state = 'deleted', deleted_at = at, told_to_seq = w.record_seq, version = e.version + 1
    from wallet w
    where e.id = endpoint and w.user_id = e.user_id;
  delete from webhook_secret s where s.endpoint_id = endpoint;
  perform end_webhook_deliveries(array[endpoint], 'cancelled');
  update wallet w set has_webhooks = exists (
      select from webhook_endpoint e where e.user_id = owner_id and e.state <> 'deleted')
    where w.user_id = owner_id;
  return true;
end $$;

-- The present secret signs beside the new one until then. Of older ones the newest are kept.
create function rotate_webhook_secret(
  owner_id uuid, app text, endpoint text, sealed_secret bytea, old_until timestamptz,
  old_secrets_max integer, at timestamptz
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint;
  newest integer;
begin
  if not hold_connection(owner_id, app) then
    return 'revoked';
  end if;
  stored := lock_webhook_endpoint(owner_id, app, endpoint);
  if stored.id is null then
    return 'absent';
  end if;
  select max(s.number) into newest from webhook_secret s where s.endpoint_id = endpoint;
  update webhook_secret s set valid_until = old_until
    where s.endpoint_id = endpoint and s.valid_until is null;
  insert into webhook_secret (endpoint_id, number, sealed, created_at)
    values (endpoint, newest + 1, sealed_secret, at);
  delete from webhook_secret s
    where s.endpoint_id = endpoint
      and (s.valid_until <= at or s.number <= newest - old_secrets_max);
  update webhook_endpoint e set version = e.version + 1 where e.id = endpoint;
  return 'rotated';
end $$;

-- Sends once more, with the whole schedule before it; what waits for its next attempt goes at once.
create function replay_webhook_delivery(
  owner_id uuid, app text, endpoint text, message uuid
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
begin
  if stored.id is null then
    return 'absent';
  elsif stored.state <> 'active' then
    return case when exists (
        select from webhook_delivery d where d.endpoint_id = endpoint and d.message_id = message)
      then 'disabled' else 'absent' end;
  end if;
  update webhook_delivery d set
      state = 'pending', next_at = now(), done_at = null, trigger = 'manual',
      attempts_before = d.attempts
    where d.endpoint_id = endpoint and d.message_id = message;
  return case when found then 'replayed' else 'absent' end;
end $$;

create type recovered_deliveries as (
  outcome text,
  count integer
);

-- What was not delivered since then, the oldest first and so many at most.
create function recover_webhook_deliveries(
  owner_id uuid, app text, endpoint text, since timestamptz, deliveries_max integer
) returns recovered_deliveries
language plpgsql security definer
set search_path = public, pg_temp
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
  update webhook_delivery d set
      state = 'pending', next_at = now(), done_at = null, trigger = 'manual',
      attempts_before = d.attempts
    where d.endpoint_id = endpoint and d.id = any (array(
      select u.id from webhook_delivery u
        where u.endpoint_id = endpoint and u.state in ('exhausted', 'skipped')
          and u.created_at >= since
        order by u.id limit deliveries_max));
  get diagnostics recovered_count = row_count;
  return row('recovered', recovered_count)::recovered_deliveries;
end $$;

create function send_test_webhook(
  owner_id uuid, app text, endpoint text, message uuid, type webhook_event_type, body text
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
begin
  if stored.id is null then
    return 'absent';
  elsif stored.state <> 'active' then
    return 'disabled';
  end if;
  insert into webhook_delivery
      (endpoint_id, message_id, event_type, test_body, state, next_at, trigger)
    values (endpoint, message, type, body, 'pending', now(), 'manual');
  return 'sent';
end $$;

-- An app that its user sends away, or that is removed, hears of nobody's settlements any more.
create function disable_endpoints_of_revoked() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  revoked_at timestamptz;
  endpoints text[];
begin
  select max(n.revoked_at), array_agg(e.id)
    into revoked_at, endpoints
    from new_rows n
    join old_rows o on o.id = n.id
    join webhook_endpoint e
      on e.client_id = n.client_id and e.user_id = n.user_id and e.state = 'active'
    where n.revoked_at is not null and o.revoked_at is null;
  if endpoints is not null then
    perform disable_webhook_endpoints(endpoints, 'app_revoked', revoked_at);
  end if;
  return null;
end $$;
create trigger disable_endpoints_of_revoked after update on connection
  referencing old table as old_rows new table as new_rows
  for each statement execute function disable_endpoints_of_revoked();

revoke execute on function hold_connection, lock_webhook_endpoint, create_webhook_endpoint,
  end_webhook_deliveries, disable_webhook_endpoints, edit_webhook_endpoint,
  delete_webhook_endpoint, rotate_webhook_secret, replay_webhook_delivery,
  recover_webhook_deliveries, send_test_webhook, disable_endpoints_of_revoked from public;
call grant_to_service('execute on function create_webhook_endpoint');
call grant_to_service('execute on function disable_webhook_endpoints');
call grant_to_service('execute on function edit_webhook_endpoint');
call grant_to_service('execute on function delete_webhook_endpoint');
call grant_to_service('execute on function rotate_webhook_secret');
call grant_to_service('execute on function replay_webhook_delivery');
call grant_to_service('execute on function recover_webhook_deliveries');
call grant_to_service('execute on function send_test_webhook');
