-- Removes up to `attempts_max` of the oldest attempts from the log.
create or replace function sweep_webhook_attempts(started_before timestamptz, attempts_max integer)
returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  removed_count integer;
begin
  delete from webhook_attempt a
    where (a.endpoint_id, a.delivery_id, a.number) in (
      select o.endpoint_id, o.delivery_id, o.number from webhook_attempt o
        where o.started_at < started_before
        order by o.started_at limit attempts_max for update skip locked);
  get diagnostics removed_count = row_count;
  return removed_count;
end $$;
grant execute on function sweep_webhook_attempts to :service_role;
