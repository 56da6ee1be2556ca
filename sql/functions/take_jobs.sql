-- Begins due slots and takes due jobs, oldest first. A job without attempts left is taken too, with
-- its number one above the maximum: its last run never ended, and the caller has to park it.
--
-- The commit of a call waits for the disk and the standbys like any other: a job may send
-- something, and a primary that was replaced and goes on running must not hand it out beside the new
-- one.
create or replace function take_jobs(known_kinds text[], max_count integer, lease_ms integer)
returns setof job
language plpgsql as $$
begin
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
grant execute on function take_jobs to :service_role;
