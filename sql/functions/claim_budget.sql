-- Computes how much of its budgets a payment takes, and whether it may: of that of its grant, and
-- of that of its user (see read_budgets). `needed_msat` is in whole sats and includes the fee
-- reserve. A budget without a limit counts what is spent, and refuses nothing before it expires.
-- `asking` is the answer to a payment that its owner has to approve first, where nothing else
-- refuses it. Keysends of one call are approved together, under the id of their batch.
create or replace function claim_budget(
  locked locked_budgets, event payment_event, needed_msat bigint
) returns budget_claim
language plpgsql stable as $$
declare
  claim budget_claim;
  own budget;
  whole budget;
  counts_at timestamptz;
begin
  claim.place := array_position(locked.keys, budget_key(event.user_id, event.grant_id));
  claim.user_place := array_position(locked.keys, budget_key(event.user_id, '*'));
  if claim.place is null and claim.user_place is null then
    return claim;
  end if;
  own := locked.budgets[claim.place];
  whole := locked.budgets[claim.user_place];
  -- Windows open in sequence: a late event counts in the one that is open. With two budgets it
  -- counts at one time in both, so that one time is stored.
  counts_at := greatest(event.created_at, own.window_start, whole.window_start);
  if counts_at > event.created_at then
    claim.counted_at := counts_at;
  end if;
  if claim.place is not null then
    own := open_budget_window(own, counts_at);
    if own.expires_at <= event.created_at then
      claim.refusal := row('budget_expired', json_build_object('expires_at', own.expires_at), null);
    elsif needed_msat > own.limit_msat - own.used_msat then
      claim.refusal := row('budget_exceeded', json_build_object(
        'limit_msat', own.limit_msat::text, 'interval', own.interval,
        'left_msat', greatest(own.limit_msat - own.used_msat, 0)::text,
        'needed_msat', needed_msat::text, 'window_start', own.window_start), null);
    else
      own.used_msat := own.used_msat + needed_msat;
      claim.budget := own;
    end if;
    if event.amount_msat > own.ask_above_msat and not exists (
      select from approval a
        where a.payment_id in (event.payment_id, event.batch_id) and a.state = 'approved')
    then
      claim.asking := row('approval_needed', json_build_object(
        'max_fee_msat', (needed_msat - (event.amount_msat + 999) / 1000 * 1000)::text), null);
    end if;
  end if;
  if claim.user_place is not null then
    whole := open_budget_window(whole, counts_at);
    if needed_msat <= whole.limit_msat - whole.used_msat then
      whole.used_msat := whole.used_msat + needed_msat;
      claim.user_budget := whole;
    elsif (claim.refusal).outcome is null then
      claim.refusal := row('send_limit_exceeded', json_build_object(
        'window_start', whole.window_start), null);
    end if;
  end if;
  return claim;
end $$;
