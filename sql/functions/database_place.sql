-- Identifies the place of the database by everything that differs after any way of going back to an
-- earlier state, except the timeline: the server's start time, the database, the table.
create or replace function database_place() returns text
language plpgsql
as $$
begin
  return concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
    (select oid from pg_database where datname = current_database()),
    'public.database_mark'::regclass::oid);
end $$;
grant execute on function database_place to :service_role;
