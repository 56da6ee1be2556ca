-- One row, from the first lockdown on: what waits until operators lift it. Statements that
-- authenticate apps, find sessions or change accounts read it, so a lockdown and its end change no
-- other row. Payments that leave are stopped by a row of outside_stop.
create table lockdown (
  is_only boolean primary key default true check (is_only),
  -- How many there have been. A session that began before the newest one has ended.
  number integer not null default 1,
  since timestamptz not null default clock_timestamp(),
  -- Null: by a command.
  admin_id uuid references wallet_user,
  reason text not null,
  -- Whether apps, tokens and connections wait.
  holds_apps boolean not null default true,
  -- Whether sign-up, one-time links and changes of how people sign in or are paid wait.
  holds_changes boolean not null default true
);
grant select on lockdown to :service_role;

-- The newest lockdown when the session began.
alter table session add column lockdown_number integer not null default 0;
grant insert (lockdown_number) on session to :service_role;

alter table push_device add column lockdown_number integer not null default 0;
grant insert (lockdown_number), update (lockdown_number) on push_device to :service_role;

alter table outside_stop drop constraint outside_stop_reason_check;
alter table outside_stop add constraint outside_stop_reason_check check (
  reason in ('restored', 'database_changed', 'books', 'operator', 'outflow', 'lockdown'));
