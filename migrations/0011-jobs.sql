-- Background work of which each piece is a row until it is done, and what begins again and again.

create table job (
  id bigint generated always as identity primary key,
  -- Says who does it; a process takes only the kinds that it knows.
  kind text collate "C" not null,
  payload json not null,
  -- Of one kind and key never two wait, and never two run.
  dedupe_key text collate "C",
  -- Not earlier, and in this order.
  run_at timestamptz not null,
  -- Runs that were begun: a job that takes its process with it is counted too.
  attempts integer not null default 0 check (attempts >= 0),
  max_attempts integer not null check (max_attempts > 0),
  -- Of the process that works on it; once it is past, any other may take the job over.
  lease_until timestamptz,
  last_error text,
  -- Since when it waits for an operator, having failed too often.
  parked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check (lease_until is null or parked_at is null)
  -- Rows come and go, so it is cleaned by count and not by share of the table.
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create unique index job_waiting on job (kind, dedupe_key)
  where lease_until is null and parked_at is null;
create unique index job_parked on job (kind, dedupe_key) where parked_at is not null;
create index job_leased on job (kind, dedupe_key) where lease_until is not null;
create index job_due on job (run_at) where parked_at is null;
grant select, delete, insert (kind, payload, dedupe_key, run_at, max_attempts),
  update (payload, run_at, attempts, lease_until, last_error, parked_at) on job to :service_role;

-- What is to run once in every slot of so many seconds since 1970.
create table job_schedule (
  kind text collate "C" primary key,
  every_sec integer not null check (every_sec > 0),
  last_slot bigint not null default 0
) with (fillfactor = 50);
grant select, insert (kind, every_sec), update (every_sec, last_slot) on job_schedule
  to :service_role;
