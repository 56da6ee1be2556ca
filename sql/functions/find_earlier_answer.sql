-- Finds the answer to an event that was handled before, by its id, key or hash; null when it is
-- new.
create or replace function find_earlier_answer(event payment_event, facts payment_facts)
returns money_answer
language sql immutable as $$
  select case
    when facts.stored_state is not null
      then row('present', facts.stored_state, null)::money_answer
    when (facts.key).request_hash = event.request_hash
      then row('repeated', (facts.key).target_kind, (facts.key).target_id)::money_answer
    when (facts.key).request_hash <> event.request_hash
      then row('refused', 'idempotency_mismatch', null)::money_answer
    when facts.own_payment_id is not null
      then row('joined', null, facts.own_payment_id)::money_answer
  end
$$;
