-- Replaces the secret of an endpoint, which signs beside the new one until `old_until`. Of older
-- secrets the newest are kept. If the present one is no longer `replaced`, nothing changes; null
-- replaces any.
create or replace function rotate_webhook_secret(
  owner_id uuid, app text, endpoint text, replaced bytea, sealed_secret bytea,
  old_until timestamptz, old_secrets_max integer, at timestamptz
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint;
  present webhook_secret;
begin
  if not hold_app_grant(owner_id, app) then
    return 'revoked';
  end if;
  stored := lock_webhook_endpoint(owner_id, app, endpoint);
  if stored.id is null then
    return 'absent';
  end if;
  select * into present from webhook_secret s
    where s.endpoint_id = endpoint and s.valid_until is null;
  if present.sealed <> replaced then
    return 'replaced_before';
  end if;
  update webhook_secret s set valid_until = old_until
    where s.endpoint_id = endpoint and s.number = present.number;
  insert into webhook_secret (endpoint_id, number, sealed, created_at)
    values (endpoint, present.number + 1, sealed_secret, at);
  delete from webhook_secret s
    where s.endpoint_id = endpoint
      and (s.valid_until <= at or s.number <= present.number - old_secrets_max);
  return 'rotated';
end $$;
grant execute on function rotate_webhook_secret to :service_role;
