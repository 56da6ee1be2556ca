-- What operators do, and the log of it.

-- Rows stay for ever. One whose effect is in the database is written in its transaction. Where the
-- node is asked, or a worker does the work, it is written before, and its end afterwards.
create table operator_action (
  id uuid primary key,
  began_at timestamptz not null default clock_timestamp(),
  -- Null: by a command.
  admin_id uuid references wallet_user,
  kind text not null,
  subject text not null,
  -- No memos, no secrets.
  detail json not null,
  -- Null while it goes on, or when its process died before the end was written.
  result text check (result in ('done', 'refused', 'failed')),
  outcome json,
  ended_at timestamptz,
  check (num_nonnulls(result, outcome, ended_at) in (0, 3))
);
create index operator_action_by_time on operator_action (began_at desc, id desc);
create index operator_action_by_kind on operator_action (kind, began_at desc, id desc);
-- What workers do for operators: it ends soon.
create index operator_action_open on operator_action (kind, id) where ended_at is null;
create index operator_action_by_admin on operator_action (admin_id, began_at desc, id desc);
grant select, insert (id, admin_id, kind, subject, detail, result, outcome, ended_at),
  update (result, outcome, ended_at) on operator_action to :service_role;

create index wallet_user_admin on wallet_user (id) where is_admin;

-- Who acknowledged an alarm, and what they noted.
alter table alarm add column acknowledged_by uuid references wallet_user;
alter table alarm add column note text;
-- Since when admins are to be told of it by mail; null when they were, or need not be.
alter table alarm add column mail_wanted_at timestamptz;
create index alarm_open_by_subject on alarm (kind, subject) where acknowledged_at is null;
create index alarm_mail_wanted on alarm (mail_wanted_at, id) where mail_wanted_at is not null;
grant insert (mail_wanted_at), update (acknowledged_by, note, mail_wanted_at)
  on alarm to :service_role;

-- The last mails about alarms, as they are limited per hour.
create table alarm_mail (
  sent_at timestamptz primary key default clock_timestamp()
);
grant select, delete, insert (sent_at) on alarm_mail to :service_role;

-- A stop that an operator made on a page or by command. They lift it there as well.
alter table outside_stop drop constraint outside_stop_reason_check;
alter table outside_stop add constraint outside_stop_reason_check
  check (reason in ('restored', 'database_changed', 'books', 'operator'));
