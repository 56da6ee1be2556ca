-- A promoted copy of the database continues on a timeline of its own.
create or replace function current_timeline() returns bigint
language plpgsql
as $$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint;
end $$;
grant execute on function current_timeline to :service_role;
