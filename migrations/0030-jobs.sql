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
  -- Of the process that works on it; once it is past, anybody may take the job over.
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

-- What is to run once in every slot of so many seconds since 1970.
create table job_schedule (
  kind text collate "C" primary key,
  every_sec integer not null check (every_sec > 0),
  last_slot bigint not null default 0
) with (fillfactor = 50);

call grant_to_service('select, delete on job');
call grant_to_service('insert (kind, payload, dedupe_key, run_at, max_attempts) on job');
call grant_to_service(
  'update (payload, run_at, attempts, lease_until, last_error, parked_at) on job');
call grant_to_service('select, insert (kind, every_sec) on job_schedule');
call grant_to_service('update (every_sec, last_slot) on job_schedule');

-- To be called in the transaction of the change that the job is about. One that waits already under
-- the same key is locked until that transaction ends, so that it cannot run before it and read what
-- was; one that runs already is followed by another.
create function enqueue_job(
  job_kind text, job_payload json, job_key text, due_at timestamptz default null,
  most_attempts integer default 12
) returns void
language sql as $$
  insert into job (kind, payload, dedupe_key, run_at, max_attempts)
    values (job_kind, job_payload, job_key, coalesce(due_at, clock_timestamp()), most_attempts)
    on conflict (kind, dedupe_key) where lease_until is null and parked_at is null
    do update set payload = excluded.payload, run_at = least(job.run_at, excluded.run_at)
$$;

-- Begins the slots that have come, and takes what is due, oldest first. A job whose attempts are
-- used up comes too, one above: its last run was never ended, and it is to be parked.
--
-- The commit is not waited for: a server that forgets it has the same jobs taken again.
create function take_jobs(known_kinds text[], max_count integer, lease_ms integer)
returns setof job
language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform enqueue_job(begun.kind, '{}', 'slot')
    from begin_slots(known_kinds) begun;
  return query
    with due as materialized (
      select j.id from job j
        where j.parked_at is null and j.run_at <= clock_timestamp()
          and (j.lease_until is null or j.lease_until <= clock_timestamp())
          and j.kind = any (known_kinds)
          and not exists (
            select from job other
              where other.kind = j.kind and other.dedupe_key = j.dedupe_key and other.id <> j.id
                and other.lease_until > clock_timestamp())
        order by j.run_at, j.id
        limit max_count
        for update skip locked
    )
    update job j
      set attempts = j.attempts + 1,
        lease_until = clock_timestamp() + lease_ms * interval '1 millisecond'
      from due where j.id = due.id
      returning j.*;
end $$;

-- The kinds of which a slot has come that nobody has begun. Who comes second waits for the first,
-- and finds it begun.
create function begin_slots(known_kinds text[]) returns table (kind text)
language sql as $$
  update job_schedule s
    set last_slot = floor(extract(epoch from clock_timestamp()) / s.every_sec)
    where s.kind = any (known_kinds)
      and s.last_slot < floor(extract(epoch from clock_timestamp()) / s.every_sec)
    returning s.kind
$$;

-- Puts back what ran and did not end well, or what an operator wants tried again; only whoever began
-- that very attempt may. If another waits under its key by now, that one does the work.
create function put_back_job(
  job_id bigint, attempt integer, counted_attempts integer, pause_ms bigint, error text
) returns void
language plpgsql as $$
begin
  update job j
    set attempts = counted_attempts, lease_until = null, parked_at = null,
      run_at = clock_timestamp() + pause_ms * interval '1 millisecond', last_error = coalesce(error, j.last_error)
    where j.id = job_id and j.attempts = attempt
      and (j.lease_until is not null or j.parked_at is not null);
exception when unique_violation then
  delete from job j where j.id = job_id and j.attempts = attempt;
end $$;

-- Of one kind and key only the last that failed is kept.
create function park_job(job_id bigint, attempt integer, error text) returns void
language plpgsql as $$
begin
  delete from job old
    using job j
    where j.id = job_id and j.attempts = attempt and j.lease_until is not null
      and old.kind = j.kind and old.dedupe_key = j.dedupe_key and old.parked_at is not null;
  update job j
    set lease_until = null, parked_at = clock_timestamp(), last_error = coalesce(error, last_error)
    where j.id = job_id and j.attempts = attempt and j.lease_until is not null;
end $$;

revoke execute on function enqueue_job, begin_slots, take_jobs, put_back_job, park_job from public;
call grant_to_service('execute on function enqueue_job');
call grant_to_service('execute on function begin_slots');
call grant_to_service('execute on function take_jobs');
call grant_to_service('execute on function put_back_job');
call grant_to_service('execute on function park_job');
