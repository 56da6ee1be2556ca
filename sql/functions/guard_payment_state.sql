-- Refuses all steps of a payment but the allowed ones (src/ledger/payment-state.ts). The service's
-- role may move a payment between open states. It cannot end one, because it may not write the
-- columns that the table's checks require for an end.
create or replace function guard_payment_state() returns trigger
language plpgsql as $$
begin
  if new.state <> old.state and not coalesce(case old.state
    when 'reserved' then new.state in ('dispatching', 'failed')
    when 'dispatching' then new.state in ('in_flight', 'unknown', 'settled', 'failed')
    when 'in_flight' then new.state in ('unknown', 'settled', 'failed')
    when 'unknown' then new.state in ('in_flight', 'settled', 'failed')
  end, false) then
    raise exception 'payment % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger guard_payment_state before update on payment
  for each row execute function guard_payment_state();
