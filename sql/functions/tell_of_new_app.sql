-- Tells a user of a new app. A consent to an app that has one already adds no row.
create or replace function tell_of_new_app() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform add_notice(new.user_id, 'app', new.id::text, jsonb_build_object(
    'grantId', new.id,
    'name', coalesce(new.name, (select name from client where id = new.client_id))));
  return null;
end $$;

create or replace trigger tell_of_new_app after insert on app_grant
  for each row execute function tell_of_new_app();
