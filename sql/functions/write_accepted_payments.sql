-- Writes the keys, payments and batch items of accepted events. A caller without a lock on the same
-- wallet may be first with a key (a new invoice) or a hash (another user). Then everything is
-- undone and the call is repeated, which sees what the other wrote.
create or replace function write_accepted_payments(
  events payment_event[], accepted integer[], new_path payment_path
) returns void
language plpgsql as $$
declare
  keys_count integer;
  written_count integer;
begin
  insert into payment (
      id, identifier, user_id, grant_id, kind, path, state, payment_hash, preimage, amount_msat,
      held_msat, fee_msat, destination, bolt11, memo, description_hash, records, invoice_id,
      batch_id, batch_index, created_at, ended_at, node_pubkey, owner_process_id, counted_at,
      sent_to)
    select e.payment_id, e.identifier, e.user_id, e.grant_id, e.kind, new_path,
      case new_path when 'internal' then 'settled'::payment_state else 'reserved' end,
      e.payment_hash, e.preimage, e.amount_msat,
      case new_path when 'internal' then 0 else e.held_msat end,
      case new_path when 'internal' then 0 end,
      e.destination, e.bolt11, e.memo, e.description_hash, e.records, e.invoice_id,
      e.batch_id, e.batch_index, e.created_at, e.settled_at, e.node_pubkey, e.owner_process_id,
      e.counted_at, e.sent_to
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted)
    order by e.payment_hash
    on conflict do nothing;
  get diagnostics written_count = row_count;
  if written_count < cardinality(accepted) then
    raise exception 'a payment hash was taken meanwhile' using errcode = 'serialization_failure';
  end if;

  select count(e.idempotency_key) into keys_count
    from unnest(events) with ordinality e where e.ordinality = any (accepted);
  if keys_count > 0 then
    insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
      select e.user_id, e.grant_id, e.idempotency_key, e.request_hash, 'payment', e.payment_id
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted) and e.idempotency_key is not null
      order by e.user_id, e.grant_id, e.idempotency_key
      on conflict do nothing;
    get diagnostics written_count = row_count;
    if written_count < keys_count then
      raise exception 'an idempotency key was taken meanwhile'
        using errcode = 'serialization_failure';
    end if;
  end if;

  if exists (select from unnest(events) e where e.batch_id is not null) then
    update payment_batch_item item set state = 'started'
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted)
        and item.batch_id = e.batch_id and item.index = e.batch_index;
  end if;
end $$;
