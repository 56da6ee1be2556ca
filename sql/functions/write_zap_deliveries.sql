-- Writes where the receipts of zaps are to be sent, in the transaction that settles their invoices.
-- An invoice that is paid once more has its rows already. No one is told of it here: a notification
-- would make all commits wait for each other.
create or replace function write_zap_deliveries(invoice_ids uuid[]) returns void
language plpgsql as $$
begin
  insert into zap_delivery (invoice_id, place, user_id, relay, next_at)
    select a.invoice_id, r.place, a.user_id, r.url, now()
    from unnest(invoice_ids) settled (id)
    -- Fenced off, so that each is found by its key.
    cross join lateral (
      select * from address_invoice o where o.invoice_id = settled.id offset 0
    ) a
    cross join unnest(a.zap_relays) with ordinality r (url, place)
    on conflict do nothing;
end $$;
