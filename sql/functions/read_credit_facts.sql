-- Reads what earlier calls wrote about each event, in the order of the list. The cursor, invoices
-- and wallets are locked.
create or replace function read_credit_facts(events credit_event[]) returns credit_facts[]
language plpgsql as $$
begin
  return array(
    select row(r.id is not null, c.baseline, v.user_id, v.payment_hash, v.identifier, v.created_at,
        v.receipts_count > 0, v.grant_id)::credit_facts
      from unnest(events) with ordinality e
      left join receipt r
        on r.payment_hash = e.payment_hash and r.set_id = e.set_id
          and r.node_pubkey = e.node_pubkey and r.source = 'node'
      left join node_cursor c on c.pubkey = e.node_pubkey
      left join invoice v on v.id = e.invoice_id
      order by e.ordinality);
end $$;
