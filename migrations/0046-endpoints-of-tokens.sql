-- A webhook endpoint ends with the grant that made it, be that an app's connection or a personal
-- token, and is seen and changed by its maker only, or by its user in person.
--
-- Endpoints from before this migration do not tell which token made them: they count as made by the
-- user in person. Nothing ends with a token that is not known to have made it.

alter table webhook_endpoint
  -- The personal token that made it. No app and no token: the user in person.
  add column token_id text collate "C" references personal_token,
  add constraint webhook_endpoint_one_maker check (client_id is null or token_id is null),
  drop constraint webhook_endpoint_disabled_reason_check,
  add constraint webhook_endpoint_disabled_reason_check check (
    disabled_reason in
      ('switched_off', 'app_revoked', 'token_ended', 'failing', 'gone', 'refused'));
create index webhook_endpoint_of_token on webhook_endpoint (token_id)
  where token_id is not null and state <> 'deleted';

-- A maker is an app (its client id), a personal token (its id), or null for the user in person. Other
-- functions of endpoints call their parameter `app`, from the time when tokens were no makers.
drop function hold_connection(uuid, text);
drop function lock_webhook_endpoint(uuid, text, text);
drop function create_webhook_endpoint(
  uuid, text, text, text, text, webhook_event_type[], bytea, integer, timestamptz);
drop function edit_webhook_endpoint(
  uuid, text, text, text, text, webhook_event_type[], boolean, timestamptz);

-- Whether the maker's grant stands; it cannot be revoked before this transaction ends.
create function hold_connection(owner_id uuid, maker text) returns boolean
language plpgsql as $$
begin
  if maker is null then
    return true;
  end if;
  perform from connection c
    where c.user_id = owner_id and c.client_id = maker and c.revoked_at is null for share;
  if found then
    return true;
  end if;
  perform from personal_token t
    where t.id = maker and t.user_id = owner_id and t.revoked_at is null for share;
  return found;
end $$;

-- Null when the maker sees no such endpoint.
create function lock_webhook_endpoint(owner_id uuid, maker text, endpoint text)
returns webhook_endpoint
language plpgsql as $$
declare
  locked webhook_endpoint;
begin
  select * into locked from webhook_endpoint e
    where e.id = endpoint and e.user_id = owner_id and e.state <> 'deleted'
      and (maker is null or e.client_id = maker or e.token_id = maker)
    for no key update;
  return locked;
end $$;

create function create_webhook_endpoint(
  owner_id uuid, app text, token text, endpoint text, new_url text, new_description text,
  new_types webhook_event_type[], sealed_secret bytea, endpoints_max integer, at timestamptz
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not hold_connection(owner_id, coalesce(app, token)) then
    return 'revoked';
  end if;
  perform lock_wallets(array[owner_id]);
  if (select count(*) from webhook_endpoint e where e.user_id = owner_id and e.state <> 'deleted')
    >= endpoints_max
  then
    return 'too_many';
  end if;
  insert into webhook_endpoint (
      id, user_id, client_id, token_id, url, description, filter_types, told_after_seq, created_at)
    select endpoint, owner_id, app, token, new_url, new_description, new_types, w.record_seq, at
    from wallet w where w.user_id = owner_id;
  insert into webhook_secret (endpoint_id, number, sealed, created_at)
    values (endpoint, 1, sealed_secret, at);
  update wallet w set has_webhooks = true where w.user_id = owner_id and not w.has_webhooks;
  return 'created';
end $$;

-- One that its user enables in person after its token ended becomes their own.
create function edit_webhook_endpoint(
  owner_id uuid, maker text, endpoint text, new_url text, new_description text,
  new_types webhook_event_type[], is_enabled boolean, at timestamptz
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stored webhook_endpoint;
  app text;
  is_app_connected boolean;
begin
  if not hold_connection(owner_id, maker) then
    return 'revoked';
  end if;
  if is_enabled then
    -- Which app made it never changes, and connections are locked before endpoints.
    select e.client_id into app from webhook_endpoint e
      where e.id = endpoint and e.user_id = owner_id;
    is_app_connected := hold_connection(owner_id, app);
  end if;
  stored := lock_webhook_endpoint(owner_id, maker, endpoint);
  if stored.id is null then
    return 'absent';
  elsif is_enabled and stored.state = 'disabled' and not is_app_connected then
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
        failing_since = null, consecutive_failures = 0, warned_stage = 0,
        token_id = (
          select t.id from personal_token t
            where t.id = e.token_id and t.revoked_at is null
              and (t.expires_at is null or t.expires_at > at))
      where e.id = endpoint and e.state = 'disabled';
  end if;
  return 'edited';
end $$;

create function disable_endpoints_of_revoked_tokens() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  revoked_at timestamptz;
  endpoints text[];
begin
  select max(n.revoked_at), array_agg(e.id)
    into revoked_at, endpoints
    from new_rows n
    join old_rows o on o.id = n.id
    join webhook_endpoint e on e.token_id = n.id and e.state = 'active'
    where n.revoked_at is not null and o.revoked_at is null;
  if endpoints is not null then
    perform disable_webhook_endpoints(endpoints, 'token_ended', revoked_at);
  end if;
  return null;
end $$;

create trigger disable_endpoints_of_revoked_tokens after update on personal_token
  referencing old table as old_rows new table as new_rows
  for each statement execute function disable_endpoints_of_revoked_tokens();

-- No transaction ends a token whose time is up: this is called every minute. Answers how many
-- endpoints it disabled.
create function disable_endpoints_of_expired_tokens(at timestamptz, endpoints_max integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  endpoints text[];
begin
  select array_agg(expired.id) into endpoints from (
    select e.id from webhook_endpoint e
      join personal_token t on t.id = e.token_id and t.expires_at <= at
      where e.token_id is not null and e.state = 'active'
      order by e.id
      limit endpoints_max
  ) expired;
  return (
    select count(*) from disable_webhook_endpoints(coalesce(endpoints, '{}'), 'token_ended', at));
end $$;

revoke execute on function hold_connection, lock_webhook_endpoint, create_webhook_endpoint,
  edit_webhook_endpoint, disable_endpoints_of_revoked_tokens, disable_endpoints_of_expired_tokens
  from public;
call grant_to_service('execute on function create_webhook_endpoint');
call grant_to_service('execute on function edit_webhook_endpoint');
call grant_to_service('execute on function disable_endpoints_of_expired_tokens');
