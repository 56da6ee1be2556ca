-- Orders a withdrawal: amount and highest fee go from wallet to held. One to an address of a user
-- here is settled at once, payer → payee, and costs nothing.
--
-- Locks, in this order and released together: the address of a payee here, wallets by user id, then
-- the unique keys of inserted rows. Nothing is written before the decision. For the settings see
-- reserve_payments.
create or replace function reserve_withdrawal(ordered json) returns money_answer
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  event constant withdrawal_event := json_populate_record(null::withdrawal_event, ordered);
  is_internal constant boolean := event.payee_user_id is not null;
  -- What the functions of budgets read of any order.
  spending payment_event;
  cost_msat bigint := event.held_msat;
  payee_grant text;
  wallets locked_wallets;
  stored idempotency_key;
  open_counts integer[];
  budgets locked_budgets;
  claim budget_claim;
  refusal text;
  transfers transfer_draft[];
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
begin
  if is_internal then
    cost_msat := event.amount_msat;
    select a.grant_id into payee_grant from onchain_address a
      where a.address = event.address and a.user_id = event.payee_user_id for no key update;
    assert found, 'the address is that of the payee';
  end if;
  wallets := lock_wallets(array[event.user_id, event.payee_user_id]);
  if exists (select from withdrawal w where w.id = event.withdrawal_id) then
    return row('present', null, null)::money_answer;
  end if;
  select * into stored from idempotency_key k
    where (k.user_id, k.grant_id, k.key) = (event.user_id, event.grant_id, event.idempotency_key);
  if found then
    return case when stored.request_hash = event.request_hash and stored.target_kind = 'withdrawal'
      then row('repeated', null, stored.target_id)::money_answer
      else row('refused', 'idempotency_mismatch', null)::money_answer end;
  end if;

  open_counts := count_open_payments(array[event.user_id]);
  if wallets.has_budgets then
    budgets := read_budgets(array[event.user_id], array[event.grant_id]);
    spending.user_id := event.user_id;
    spending.grant_id := event.grant_id;
    spending.created_at := event.created_at;
    spending.payment_id := event.withdrawal_id;
    spending.amount_msat := event.amount_msat;
    claim := claim_budget(budgets, spending, cost_msat);
  end if;
  refusal := case
    when is_internal and event.payee_user_id = any (wallets.closed_ids) then 'owner_gone'
    when not is_internal and open_counts[1] >= event.open_payments_max
      then 'too_many_open_payments'
    when (claim.refusal).outcome is not null then (claim.refusal).outcome
    when wallets.balances_msat[array_position(wallets.user_ids, event.user_id)] < cost_msat
      then 'insufficient_balance'
  end;
  if refusal = (claim.refusal).outcome then
    return claim.refusal;
  elsif refusal is not null then
    return row('refused', refusal, null)::money_answer;
  elsif (claim.asking).outcome is not null then
    return claim.asking;
  end if;

  insert into withdrawal (
      id, identifier, user_id, grant_id, address, amount_msat, speed, held_msat, from_height,
      is_internal, state, created_at, counted_at, ended_at, purpose)
    values (event.withdrawal_id, event.identifier, event.user_id, event.grant_id, event.address,
      event.amount_msat, event.speed, event.held_msat, event.from_height, is_internal,
      case when is_internal then 'settled'::withdrawal_state else 'reserved' end,
      event.created_at, claim.counted_at, case when is_internal then event.created_at end,
      event.purpose);
  if event.idempotency_key is not null then
    insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
      values (event.user_id, event.grant_id, event.idempotency_key, event.request_hash,
        'withdrawal', event.withdrawal_id)
      on conflict do nothing;
    -- A caller without a lock on the wallet was first with the key; see write_payment_keys.
    if not found then
      raise exception 'an idempotency key was taken meanwhile'
        using errcode = 'serialization_failure';
    end if;
  end if;
  if claim.place is not null or claim.user_place is not null then
    perform write_budgets(take_from_budgets(budgets, claim));
  end if;

  postings := draft_posting(
    postings, event.withdrawal_id, 'wallet', event.user_id, -cost_msat);
  if is_internal then
    update onchain_address a set used_at = event.created_at
      where a.address = event.address and a.used_at is null;
    insert into deposit (
        id, identifier, address, user_id, amount_msat, state, seen_at, ended_at, withdrawal_id)
      values (event.deposit_id, event.payee_identifier, event.address, event.payee_user_id,
        event.amount_msat, 'credited', event.created_at, event.created_at, event.withdrawal_id);
    postings := draft_posting(
      postings, event.withdrawal_id, 'wallet', event.payee_user_id, event.amount_msat);
    records := array[
      row(event.withdrawal_id, event.user_id, 'outgoing', event.identifier, null, event.created_at,
        event.created_at, false, event.payer_body, 'chain', null, event.amount_msat, 0,
        event.grant_id)::record_draft,
      row(event.deposit_id, event.payee_user_id, 'incoming', event.payee_identifier, null,
        event.created_at, event.created_at, false, event.payee_body, 'chain', null,
        event.amount_msat, 0, payee_grant)::record_draft];
  else
    postings := draft_posting(
      postings, event.withdrawal_id, 'held', event.user_id, event.held_msat);
  end if;
  transfers := array[row(
    event.withdrawal_id, case when is_internal then 'internal' else 'reserve' end,
    event.withdrawal_id, event.created_at)::transfer_draft];
  perform write_ledger(transfers, postings, records);
  return row('ordered', null, null)::money_answer;
end $$;
grant execute on function reserve_withdrawal to :service_role;
