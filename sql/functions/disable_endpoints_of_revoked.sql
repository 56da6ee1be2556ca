-- Disables endpoints of an app that its user disconnects, or that is removed: it gets no further
-- notifications.
create or replace function disable_endpoints_of_revoked() returns trigger
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

create or replace trigger disable_endpoints_of_revoked after update on app_grant
  referencing old table as old_rows new table as new_rows
  for each statement execute function disable_endpoints_of_revoked();
