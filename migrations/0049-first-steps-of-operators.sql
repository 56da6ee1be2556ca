-- What operators set up on pages: the schedule of backups, and the list of first steps.

-- What the settings of the service say wins over it.
create table backup_schedule (
  only_one boolean primary key default true check (only_one),
  -- Null: the service makes none by itself.
  every_sec integer check (every_sec > 0),
  -- The time of day in UTC of one of them; the others follow at whole intervals.
  at_sec integer not null check (at_sec >= 0 and at_sec < 86400),
  keep integer not null check (keep > 0)
);
grant select, insert, update (every_sec, at_sec, keep) on backup_schedule to :service_role;

-- Slots begin this much later than whole intervals since 1970.
alter table job_schedule add column offset_sec integer not null default 0 check (offset_sec >= 0);
grant delete, insert (offset_sec), update (offset_sec) on job_schedule to :service_role;

-- There while operators have hidden the list of first steps.
create table hidden_checklist (
  only_one boolean primary key default true check (only_one)
);
grant select, insert, delete on hidden_checklist to :service_role;
