-- The payees' side. The node still offers an invoice that was paid here; a job cancels it there.
create or replace function write_internal_receipts(events payment_event[], accepted integer[])
returns void
language plpgsql as $$
declare
  asked_by_address uuid[];
begin
  insert into receipt (
      id, identifier, source, user_id, invoice_id, payment_id, payment_hash, preimage, amount_msat,
      records, created_at, settled_at)
    select e.receipt_id, e.receipt_identifier, 'internal', e.payee_user_id, e.invoice_id,
      e.payment_id, e.payment_hash, e.preimage, e.amount_msat, e.receipt_records,
      e.receipt_created_at, e.settled_at
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted);

  with settled as (
    update invoice v set settled_at = e.settled_at, receipts_count = v.receipts_count + 1
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted) and v.id = e.invoice_id
      returning v.id, v.grant_id
  )
  select array_agg(s.id) into asked_by_address from settled s where s.grant_id = 'address';

  if asked_by_address is not null then
    perform write_zap_deliveries(asked_by_address);
  end if;

  insert into node_invoice_to_cancel (invoice_id)
    select e.invoice_id from unnest(events) with ordinality e
    where e.ordinality = any (accepted) and e.invoice_id is not null;
end $$;
