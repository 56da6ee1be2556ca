-- Writes the payments, keys and batch items of accepted orders. A caller without a lock on the same
-- wallet may be first with a hash (another user) or a key (a new invoice). Then everything is undone
-- and the call is repeated, which sees what the other wrote.
create or replace function write_reserved_payments(events payment_event[], accepted integer[])
returns void
language plpgsql as $$
declare
  written_count integer;
begin
  insert into payment (
      id, identifier, user_id, grant_id, kind, path, state, payment_hash, preimage, amount_msat,
      held_msat, destination, bolt11, memo, description_hash, records, batch_id, batch_index,
      created_at, node_pubkey, owner_process_id, counted_at, sent_to, outflow_slice)
    select e.payment_id, e.identifier, e.user_id, e.grant_id, e.kind, 'node', 'reserved',
      e.payment_hash, e.preimage, e.amount_msat, e.held_msat, e.destination, e.bolt11, e.memo,
      e.description_hash, e.records, e.batch_id, e.batch_index, e.created_at, e.node_pubkey,
      e.owner_process_id, e.counted_at, e.sent_to, e.outflow_slice
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted)
    order by e.payment_hash
    on conflict do nothing;
  get diagnostics written_count = row_count;
  if written_count < cardinality(accepted) then
    raise exception 'a payment hash was taken meanwhile' using errcode = 'serialization_failure';
  end if;

  perform write_payment_keys(
      accepted, array_agg(e.payment_id), array_agg(e.user_id), array_agg(e.grant_id),
      array_agg(e.idempotency_key), array_agg(e.request_hash))
    from unnest(events) e
    having count(e.idempotency_key) > 0;

  if exists (select from unnest(events) e where e.batch_id is not null) then
    update payment_batch_item item set state = 'started'
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted)
        and item.batch_id = e.batch_id and item.index = e.batch_index;
  end if;
end $$;
