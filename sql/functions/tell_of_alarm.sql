-- Tells admins of an alarm that was opened, under the bell and on their devices. A thousand unread
-- ones are one notice, which leads to the list of alarms. Mails about alarms are jobs of their own.
create or replace function tell_of_alarm() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform add_notice(admin.id, 'alarm', '', '{}')
    from (
      select u.id from wallet_user u
        where u.is_admin and u.disabled_at is null and u.closed_at is null
        order by u.id limit 50
    ) admin;
  return null;
end $$;

create or replace trigger tell_of_alarm after insert on alarm
  for each row when (new.opened_at is not null) execute function tell_of_alarm();
create or replace trigger tell_of_reopened_alarm after update of opened_at on alarm
  for each row when (new.opened_at is distinct from old.opened_at)
  execute function tell_of_alarm();
