-- Answers the timeline that the database writes: a promoted copy continues on one of its own.
create or replace function current_timeline() returns bigint
language plpgsql
as $$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint;
end $$;
grant execute on function current_timeline to :service_role;
