-- Removes up to `deliveries_max` deliveries, with their attempts, of one endpoint deleted before
-- the given time, and the endpoint with the last of them. Returns whether there was anything to
-- remove.
create or replace function sweep_deleted_webhook_endpoint(
  deleted_before timestamptz, deliveries_max integer
) returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  endpoint text;
  removed_count integer;
begin
  select e.id into endpoint from webhook_endpoint e
    where e.state = 'deleted' and e.deleted_at < deleted_before
    order by e.deleted_at limit 1 for update skip locked;
  if endpoint is null then
    return false;
  end if;
  -- The endpoint no longer has to have a delivery for any record.
  update webhook_endpoint e set told_after_seq = e.told_to_seq
    where e.id = endpoint and e.told_after_seq <> e.told_to_seq;
  with oldest as materialized (
    select d.id from webhook_delivery d
      where d.endpoint_id = endpoint order by d.id limit deliveries_max for update
  ), attempts as (
    delete from webhook_attempt a using oldest o
      where a.endpoint_id = endpoint and a.delivery_id = o.id
  )
  delete from webhook_delivery d using oldest o
    where d.endpoint_id = endpoint and d.id = o.id;
  get diagnostics removed_count = row_count;
  if removed_count < deliveries_max then
    delete from webhook_endpoint e where e.id = endpoint;
  end if;
  return true;
end $$;
grant execute on function sweep_deleted_webhook_endpoint to :service_role;
