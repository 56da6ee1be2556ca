-- Changes an endpoint; null keeps a value. An endpoint that its user re-enables on the pages after
-- its token ended becomes the user's own; one of a disconnected app stays disabled until the app is
-- connected again.
create or replace function edit_webhook_endpoint(
  owner_id uuid, maker text, endpoint text, new_url text, new_description text,
  new_types webhook_event_type[], is_enabled boolean, at timestamptz
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stored webhook_endpoint;
  app text;
  is_app_connected boolean;
begin
  if not hold_app_grant(owner_id, maker) then
    return 'revoked';
  end if;
  if is_enabled then
    -- The app that created it never changes, and app grants are locked before endpoints.
    select e.client_id into app from webhook_endpoint e
      where e.id = endpoint and e.user_id = owner_id;
    is_app_connected := hold_app_grant(owner_id, app);
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
        when new_types <> e.filter_types then w.record_seq else e.told_after_seq end
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
grant execute on function edit_webhook_endpoint to :service_role;
