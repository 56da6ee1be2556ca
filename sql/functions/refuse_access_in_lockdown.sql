-- Refuses during a lockdown of apps that new apps, tokens and connections are made, or that an app
-- gets another secret or callback. The lock lets a lockdown wait for those that have not seen it.
create or replace function refuse_access_in_lockdown() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('lockdown'), 0);
  perform from lockdown where holds_apps;
  if found then
    raise exception 'the operators have locked this service down: this waits until they lift it'
      using errcode = 'SL001';
  end if;
  return new;
end $$;

create or replace trigger refuse_in_lockdown before insert on personal_token
  for each row execute function refuse_access_in_lockdown();

create or replace trigger refuse_in_lockdown before insert on app_grant
  for each row execute function refuse_access_in_lockdown();

create or replace trigger refuse_in_lockdown before insert on grant_device
  for each row execute function refuse_access_in_lockdown();

create or replace trigger refuse_in_lockdown before insert on client
  for each row execute function refuse_access_in_lockdown();

create or replace trigger refuse_change_in_lockdown before update on client
  for each row when (
    (old.callback, old.secret_hash, old.redirect_uris)
    is distinct from (new.callback, new.secret_hash, new.redirect_uris))
  execute function refuse_access_in_lockdown();
