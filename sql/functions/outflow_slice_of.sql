-- The slice of five minutes in which a time lies.
create or replace function outflow_slice_of(at timestamptz) returns timestamptz
language sql immutable as $$
  select date_bin(interval '5 minutes', at, timestamptz '2000-01-01 00:00:00Z')
$$;
grant execute on function outflow_slice_of to :service_role;
