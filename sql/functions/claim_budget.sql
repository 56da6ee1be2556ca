-- How much of its budget a payment takes, and whether it may. `needed_msat` is in whole sats and
-- includes the fee reserve.
create or replace function claim_budget(
  locked locked_budgets, event payment_event, needed_msat bigint
) returns budget_claim
language plpgsql stable as $$
declare
  claim budget_claim;
  b budget;
  event_start timestamptz;
begin
  claim.place := array_position(locked.keys, budget_key(event.user_id, event.grant_id));
  if claim.place is null then
    return claim;
  end if;
  b := locked.budgets[claim.place];
  -- Windows open in sequence: a late event counts in the one that is open.
  event_start := budget_window_start(b.interval, event.created_at);
  if event_start > b.window_start then
    b.window_start := event_start;
    b.used_msat := 0;
  elsif event_start < b.window_start then
    claim.counted_at := b.window_start;
  end if;
  if b.expires_at <= event.created_at then
    claim.refusal := row('budget_expired', json_build_object('expires_at', b.expires_at), null);
  elsif needed_msat > b.limit_msat - b.used_msat then
    claim.refusal := row('budget_exceeded', json_build_object(
      'limit_msat', b.limit_msat::text, 'interval', b.interval,
      'left_msat', greatest(b.limit_msat - b.used_msat, 0)::text,
      'needed_msat', needed_msat::text, 'window_start', b.window_start), null);
  else
    b.used_msat := b.used_msat + needed_msat;
    claim.budget := b;
  end if;
  return claim;
end $$;
