-- Removes slices that no window covers any more, and changes of users that are not new any more.
create or replace function forget_outflow() returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  removed_count integer;
begin
  delete from outflow_slice where slice < outflow_now() - interval '2 days';
  get diagnostics removed_count = row_count;
  delete from user_change c where c.at < clock_timestamp() - interval '2 days';
  return removed_count;
end $$;
grant execute on function forget_outflow to :service_role;
