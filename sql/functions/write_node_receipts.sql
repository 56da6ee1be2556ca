-- Writes receipts over the node, and their changes to invoices.
create or replace function write_node_receipts(events credit_event[], accepted integer[])
returns void
language plpgsql as $$
declare
  asked_by_address uuid[];
begin
  insert into receipt (
      id, identifier, source, user_id, invoice_id, node_pubkey, set_id, settle_index, payment_hash,
      preimage, amount_msat, records, created_at, settled_at, unclaimed_reason, raw_event)
    select e.receipt_id, e.identifier, 'node', e.user_id, e.invoice_id, e.node_pubkey, e.set_id,
      e.settle_index, e.payment_hash, e.preimage, e.amount_msat, e.records, e.created_at,
      e.settled_at, e.unclaimed_reason, e.raw_event
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted);

  -- One list may contain several receipts of an invoice.
  with settled as (
    update invoice v set
        settled_at = coalesce(v.settled_at, r.settled_at),
        receipts_count = v.receipts_count + r.receipts_count
      from (
        select e.invoice_id, count(*) as receipts_count,
          (array_agg(e.settled_at order by e.ordinality))[1] as settled_at
        from unnest(events) with ordinality e
        where e.ordinality = any (accepted) and e.invoice_id is not null
        group by e.invoice_id
      ) r
      where v.id = r.invoice_id
      returning v.id, v.grant_id
  )
  select array_agg(s.id) into asked_by_address from settled s where s.grant_id = 'address';

  if asked_by_address is not null then
    perform write_zap_deliveries(asked_by_address);
  end if;
end $$;
