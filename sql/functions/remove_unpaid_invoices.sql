-- Removes unpaid invoices that users made themselves. One that has a receipt stays, however late that
-- came: the settlement locks the invoice, and so does this. Every payment to an invoice of ours comes
-- with a receipt, and so does everything that others are told of it.
create or replace function remove_unpaid_invoices(invoice_ids uuid[]) returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  unpaid uuid[];
begin
  select coalesce(array_agg(locked.id), '{}') into unpaid from (
    select id from invoice
    where id = any (invoice_ids) and receipts_count = 0 and grant_id <> 'address'
    order by id
    for update
  ) locked;
  -- An invoice waits to be cancelled at the node if the account was closed.
  delete from node_invoice_to_cancel where invoice_id = any (unpaid);
  delete from invoice where id = any (unpaid);
  return cardinality(unpaid);
end $$;
grant execute on function remove_unpaid_invoices to :service_role;
