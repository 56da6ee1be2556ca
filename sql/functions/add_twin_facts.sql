-- The rule for events of one list that share an id, key, hash, invoice or batch item: what the list
-- has accepted so far counts as already written.
create or replace function add_twin_facts(
  facts payment_facts, event payment_event, events payment_event[], accepted integer[],
  accepted_state payment_state
) returns payment_facts
language plpgsql as $$
declare
  place integer;
  twin payment_event;
begin
  foreach place in array accepted loop
    twin := events[place];
    if twin.payment_id = event.payment_id then
      facts.stored_state := accepted_state;
    end if;
    if (twin.user_id, twin.grant_id, twin.idempotency_key)
      = (event.user_id, event.grant_id, event.idempotency_key)
    then
      facts.key := row(twin.user_id, twin.grant_id, twin.idempotency_key, twin.request_hash,
        'payment', twin.payment_id, null)::idempotency_key;
    end if;
    if twin.payment_hash = event.payment_hash and twin.user_id = event.user_id then
      facts.own_payment_id := twin.payment_id;
    elsif twin.payment_hash = event.payment_hash then
      facts.hash_is_taken := true;
    end if;
    if twin.invoice_id = event.invoice_id then
      facts.invoice.is_settled := true;
    end if;
    if (twin.batch_id, twin.batch_index) = (event.batch_id, event.batch_index) then
      facts.batch_item_state := 'started';
    end if;
  end loop;
  return facts;
end $$;
