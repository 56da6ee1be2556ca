-- Parks a job. For each kind and key, only the last failed one is kept.
create or replace function park_job(job_id bigint, attempt integer, error text) returns void
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
grant execute on function park_job to :service_role;
