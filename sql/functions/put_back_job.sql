-- Puts back a job that ran without success, or that an operator wants to retry; only the process
-- that began this very attempt may do so. If another job waits under its key by then, that one does
-- the work.
create or replace function put_back_job(
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
grant execute on function put_back_job to :service_role;
