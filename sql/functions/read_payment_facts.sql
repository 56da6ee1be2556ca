-- Reads everything that earlier calls wrote in one query: facts per event, in the order of the
-- list.
create or replace function read_payment_facts(events payment_event[]) returns payment_facts[]
language plpgsql
as $$
begin
  return array(
    select row(
        (select p.state from payment p where p.id = e.payment_id),
        (select k from idempotency_key k
          where (k.user_id, k.grant_id, k.key) = (e.user_id, e.grant_id, e.idempotency_key)),
        coalesce(
          (select p.id from payment p
            where p.payment_hash = e.payment_hash and p.path = 'node' and p.failure_reason is null
              and p.user_id = e.user_id),
          (select p.id from payment p
            where p.payment_hash = e.payment_hash and p.path = 'internal'
              and p.user_id = e.user_id)),
        exists (
          select from payment p
            where p.payment_hash = e.payment_hash and p.path = 'node' and p.failure_reason is null
              and p.user_id <> e.user_id),
        (select item.state from payment_batch_item item
          where (item.batch_id, item.index) = (e.batch_id, e.batch_index)),
        (select row(v.user_id, v.payment_hash, v.amount_sat, v.identifier, v.created_at, v.expires_at,
            v.receipts_count > 0, v.rest_msat)::invoice_facts
          from invoice v where v.id = e.invoice_id)
      )::payment_facts
    from unnest(events) with ordinality e
    order by e.ordinality);
end $$;
