-- Tells a user of a new device as of an app: a further device of a connection has a secret of its
-- own. The first one comes with the app.
create or replace function tell_of_new_device() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform add_notice(g.user_id, 'app', new.id::text, jsonb_build_object(
      'grantId', g.id, 'name', g.name || ' (' || new.name || ')'))
    from app_grant g
    where g.id = new.app_grant_id and exists (
      select from grant_device d where d.app_grant_id = g.id and d.id <> new.id);
  return null;
end $$;

create or replace trigger tell_of_new_device after insert on grant_device
  for each row execute function tell_of_new_device();
