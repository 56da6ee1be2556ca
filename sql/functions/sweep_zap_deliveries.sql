-- Removes up to `deliveries_max` receipts of zaps that ended before.
create or replace function sweep_zap_deliveries(ended_before timestamptz, deliveries_max integer)
returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  removed_count integer;
begin
  delete from zap_delivery d
    where (d.invoice_id, d.place) in (
      select o.invoice_id, o.place from zap_delivery o
        where o.ended_at < ended_before
        order by o.ended_at limit deliveries_max for update skip locked);
  get diagnostics removed_count = row_count;
  return removed_count;
end $$;
grant execute on function sweep_zap_deliveries to :service_role;
