-- The present secret signs beside the new one until then. Of older ones the newest are kept.
create or replace function rotate_webhook_secret(
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
  if not hold_app_grant(owner_id, app) then
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
grant execute on function rotate_webhook_secret to :service_role;
