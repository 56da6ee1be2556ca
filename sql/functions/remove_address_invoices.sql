-- Removes invoices that strangers asked for and no one paid. One that has a receipt stays, however
-- late that came: the settlement and this lock the invoice.
create or replace function remove_address_invoices(invoice_ids uuid[]) returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  unpaid uuid[];
begin
  select coalesce(array_agg(locked.id), '{}') into unpaid from (
    select i.id from invoice i
    join address_invoice a on a.invoice_id = i.id
    where i.id = any (invoice_ids) and i.receipts_count = 0
    order by i.id
    for update of i
  ) locked;
  -- Of an account that was closed.
  delete from node_invoice_to_cancel where invoice_id = any (unpaid);
  delete from address_invoice where invoice_id = any (unpaid);
  delete from invoice where id = any (unpaid);
  return cardinality(unpaid);
end $$;
grant execute on function remove_address_invoices to :service_role;
