-- Locks the service down: nothing leaves, apps and changes of accounts wait, and all sessions end
-- but `kept_session`. A lockdown that is in force begins again. Whatever is read or written by a
-- statement that begins later obeys it.
create or replace function begin_lockdown(by_admin uuid, why text, kept_session uuid) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  newest integer;
begin
  insert into lockdown as l (admin_id, reason) values (by_admin, why)
    on conflict (is_only) do update set number = l.number + 1, since = clock_timestamp(),
      admin_id = excluded.admin_id, reason = excluded.reason, holds_apps = true,
      holds_changes = true
    returning number into newest;
  insert into outside_stop (reason, detail) values ('lockdown', 'the service is locked down: ' || why)
    on conflict (reason) do update set detail = excluded.detail, since = clock_timestamp();
  update session set lockdown_number = newest where id = kept_session;
  update push_device set lockdown_number = newest where session_id = kept_session;
end $$;
grant execute on function begin_lockdown to :service_role;
