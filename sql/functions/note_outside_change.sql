-- Notes that a key was made, has ended, or may serve again: relays outside of this service have to
-- be told.
create or replace function note_outside_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case tg_table_name
    when 'nwc_key' then
      insert into nwc_outside_change (device_id) values (new.device_id);
    when 'grant_device' then
      insert into nwc_outside_change (device_id)
        select k.device_id from nwc_key k where k.device_id = new.id;
    when 'app_grant' then
      insert into nwc_outside_change (device_id)
        select k.device_id from grant_device d join nwc_key k on k.device_id = d.id
        where d.app_grant_id = new.id;
    when 'wallet_user' then
      insert into nwc_outside_change (device_id)
        select k.device_id from app_grant g
        join grant_device d on d.app_grant_id = g.id
        join nwc_key k on k.device_id = d.id
        where g.user_id = new.id and g.revoked_at is null and d.ended_at is null;
  end case;
  return null;
end $$;

create or replace trigger note_outside_change after insert on nwc_key
  for each row execute function note_outside_change();
create or replace trigger note_outside_change after update of ended_at on grant_device
  for each row when (old.ended_at is distinct from new.ended_at)
  execute function note_outside_change();
create or replace trigger note_outside_change after update of revoked_at, scopes on app_grant
  for each row when (new.kind = 'nwc'
    and (old.revoked_at, old.scopes) is distinct from (new.revoked_at, new.scopes))
  execute function note_outside_change();
create or replace trigger note_outside_change after update of disabled_at on wallet_user
  for each row when ((old.disabled_at is null) <> (new.disabled_at is null))
  execute function note_outside_change();
