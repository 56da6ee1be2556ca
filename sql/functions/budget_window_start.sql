-- Computes the start of a budget's window: calendar windows in UTC, weeks from Monday; the single
-- window of `ever` begins in 1970.
--
-- The proof of the books also calls it, in the service's own role.
create or replace function budget_window_start(kind budget_interval, at timestamptz)
returns timestamptz
language sql immutable as $$
  select case kind
    when 'day' then date_trunc('day', at at time zone 'UTC') at time zone 'UTC'
    when 'week' then date_trunc('week', at at time zone 'UTC') at time zone 'UTC'
    when 'month' then date_trunc('month', at at time zone 'UTC') at time zone 'UTC'
    when 'year' then date_trunc('year', at at time zone 'UTC') at time zone 'UTC'
    when 'ever' then to_timestamp(0)
  end
$$;
grant execute on function budget_window_start to :service_role;
