-- Background work: each piece is a row until it is done. Also work that repeats on a schedule.

create table job (
  id bigint generated always as identity primary key,
  -- Determines who does it; a process only takes kinds that it knows.
  kind text collate "C" not null,
  payload json not null,
  -- Never do two jobs of one kind and key wait, and never do two run.
  dedupe_key text collate "C",
  -- Not before this time, and in this order.
  run_at timestamptz not null,
  -- Runs begun: a job that kills its process is counted too.
  attempts integer not null default 0 check (attempts >= 0),
  max_attempts integer not null check (max_attempts > 0),
  -- Lease of the process that works on it; once expired, any other may take over the job.
  lease_until timestamptz,
  last_error text,
  -- Since when it has waited for an operator after failing too often.
  parked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check (lease_until is null or parked_at is null)
  -- Rows come and go, so vacuum runs by their number and not by a share of the table.
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create unique index job_waiting on job (kind, dedupe_key)
  where lease_until is null and parked_at is null;
create unique index job_parked on job (kind, dedupe_key) where parked_at is not null;
create index job_leased on job (kind, dedupe_key) where lease_until is not null;
create index job_due on job (run_at) where parked_at is null;
grant select, delete, insert (kind, payload, dedupe_key, run_at, max_attempts),
  update (payload, run_at, attempts, lease_until, last_error, parked_at) on job to :service_role;

-- What runs once in each slot of the given number of seconds since 1970.
create table job_schedule (
  kind text collate "C" primary key,
  every_sec integer not null check (every_sec > 0),
  last_slot bigint not null default 0
) with (fillfactor = 50);
grant select, insert (kind, every_sec), update (every_sec, last_slot) on job_schedule
  to :service_role;
