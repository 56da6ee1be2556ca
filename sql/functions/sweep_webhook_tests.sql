-- Removes up to `deliveries_max` ended test events with their attempts.
create or replace function sweep_webhook_tests(ended_before timestamptz, deliveries_max integer)
returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  removed_count integer;
begin
  with ended as materialized (
    select d.endpoint_id, d.id from webhook_delivery d
      where d.is_test and d.done_at < ended_before
      order by d.done_at limit deliveries_max for update skip locked
  ), attempts as (
    delete from webhook_attempt a using ended o
      where a.endpoint_id = o.endpoint_id and a.delivery_id = o.id
  )
  delete from webhook_delivery d using ended o
    where d.endpoint_id = o.endpoint_id and d.id = o.id;
  get diagnostics removed_count = row_count;
  return removed_count;
end $$;
grant execute on function sweep_webhook_tests to :service_role;
