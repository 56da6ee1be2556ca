-- Opens a budget's window for a payment that counts at this time, which is never before its window.
create or replace function open_budget_window(b budget, counts_at timestamptz) returns budget
language plpgsql immutable as $$
declare
  start timestamptz := budget_window_start(b.interval, counts_at);
begin
  if start > b.window_start then
    b.window_start := start;
    b.used_msat := 0;
  end if;
  return b;
end $$;
