-- Disables those endpoints of the list that are active, and returns them. An endpoint may have a
-- million waiting deliveries: some are ended before the wallets are locked, a few that arrived
-- meanwhile afterwards, and the rest in parts by a job. Until then they stay pending, but are not
-- claimed, because their endpoint is not active.
--
-- Locks: endpoints by id, deliveries, wallets by user id.
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
    set state = 'disabled', disabled_reason = reason, disabled_at = at
    where e.id = any (active);
  perform end_webhook_deliveries_of_locked(active, 'skipped');
  return query select unnest(active);
end $$;
grant execute on function disable_webhook_endpoints to :service_role;
