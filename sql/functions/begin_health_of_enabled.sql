-- While a user is disabled, nothing is sent for them: an endpoint that failed before has not been
-- failing during that time.
create or replace function begin_health_of_enabled() returns trigger
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

create or replace trigger begin_health_of_enabled after update of disabled_at on wallet_user
  for each row when (old.disabled_at is not null and new.disabled_at is null)
  execute function begin_health_of_enabled();
