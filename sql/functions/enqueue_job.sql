-- Orders a job, in the transaction of the change that it is about. A job already waiting under the
-- same key is locked until that transaction ends, so that it cannot run earlier and read the old
-- state; one already running is followed by another.
create or replace function enqueue_job(
  job_kind text, job_payload json, job_key text, due_at timestamptz default null,
  most_attempts integer default 12
) returns void
language sql as $$
  insert into job (kind, payload, dedupe_key, run_at, max_attempts)
    values (job_kind, job_payload, job_key, coalesce(due_at, clock_timestamp()), most_attempts)
    on conflict (kind, dedupe_key) where lease_until is null and parked_at is null
    do update set payload = excluded.payload, run_at = least(job.run_at, excluded.run_at)
$$;
grant execute on function enqueue_job to :service_role;
