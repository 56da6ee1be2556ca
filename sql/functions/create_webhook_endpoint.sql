-- Creates an endpoint for an app, a personal token, or the user on the pages (neither of them). The
-- wallet is locked, so that a settlement sees either the state before or the state after.
create or replace function create_webhook_endpoint(
  owner_id uuid, app text, token text, endpoint text, new_url text, new_description text,
  new_types webhook_event_type[], sealed_secret bytea, endpoints_max integer, at timestamptz
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not hold_app_grant(owner_id, coalesce(app, token)) then
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
grant execute on function create_webhook_endpoint to :service_role;
