-- The time by which what leaves is counted: that of the database, as the clocks of processes may differ.
create or replace function outflow_now() returns timestamptz
language sql as $$
  select clock_timestamp()
$$;
grant execute on function outflow_now to :service_role;
