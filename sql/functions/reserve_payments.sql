-- Moves amount and fee reserve from wallet to held, for each order in the list that can be paid.
--
-- Locks, in this order and released together: batch items by batch and index, wallets by user id,
-- then the gate for what leaves (lock_outflow), its slice, and the unique hashes and keys of inserted
-- rows, each in its own order. A locked wallet keeps out all other payments of that user, so what is
-- read then stays true. Nothing is written before the decisions, so refused events have written
-- nothing.
--
-- The settings fix the plans: always by index, whatever the statistics of a young table say.
create or replace function reserve_payments(list json) returns setof money_answer
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
  events payment_event[];
  payer_ids uuid[];
  has_batch boolean;
  has_twins boolean;
  event payment_event;
  facts payment_facts[];
  fact payment_facts;
  wallets locked_wallets;
  open_counts integer[];
  budgets locked_budgets;
  claim budget_claim;
  room outflow_room;
  -- What each batch of the list sends in all, in msat.
  batches jsonb := '{}';
  payer integer;
  answer money_answer;
  accepted integer[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
begin
  -- In its own statement, as `distinct` beside it would change the order of the list.
  events := array(select e from json_populate_recordset(null::payment_event, list) e);
  select array_agg(e.user_id), bool_or(e.batch_id is not null),
      count(distinct e.payment_id) < count(*) or count(distinct e.payment_hash) < count(*)
        or count(distinct e.idempotency_key) < count(e.idempotency_key)
        or count(distinct (e.batch_id, e.batch_index)) filter (where e.batch_id is not null)
          < count(e.batch_id)
    into payer_ids, has_batch, has_twins
    from unnest(events) e;
  if has_batch then
    perform lock_batch_items(events);
  end if;
  wallets := lock_wallets(payer_ids);
  facts := read_payment_facts(events);
  open_counts := count_open_payments(wallets.user_ids);
  if wallets.has_budgets then
    budgets := read_budgets(
      array(select e.user_id from unnest(events) e),
      array(select e.grant_id from unnest(events) e));
  end if;

  room := lock_outflow();
  if has_batch and room.single_msat is not null then
    batches := sum_batches(events);
  end if;

  for place in 1 .. cardinality(events) loop
    event := events[place];
    fact := facts[place];
    if has_twins then
      fact := add_twin_facts(fact, event, events, accepted, 'reserved');
    end if;
    payer := array_position(wallets.user_ids, event.user_id);
    assert payer is not null, 'every user has a wallet';
    assert event.held_msat >= event.amount_msat, 'what is held covers the amount';
    answer := find_earlier_answer(event, fact);
    if answer.outcome is null then
      if wallets.has_budgets then
        claim := claim_budget(budgets, event, event.held_msat);
      end if;
      answer := case
        when fact.hash_is_taken then row('refused', 'hash_in_use', null)::money_answer
        when event.batch_id is not null and fact.batch_item_state <> 'pending'
          then row('refused', 'batch_item_cancelled', null)::money_answer
        when open_counts[payer] >= event.open_payments_max
          then row('refused', 'too_many_open_payments', null)::money_answer
        when (claim.refusal).outcome is not null then claim.refusal
        when wallets.balances_msat[payer] < event.held_msat
          then row('refused', 'insufficient_balance', null)::money_answer
        when (claim.asking).outcome is not null then claim.asking
        else row('reserved', null, null)::money_answer
      end;
      if answer.outcome = 'reserved' and room.mode is not null then
        room := take_from_outflow(
          room, coalesce((batches ->> event.batch_id::text)::bigint, event.amount_msat),
          event.held_msat);
        if room.is_latched then
          answer := row('refused', 'outside_payments_stopped', null);
        end if;
        events[place].outflow_slice := room.counted_in;
      end if;
      if answer.outcome = 'reserved' then
        accepted := accepted || place;
        wallets.balances_msat[payer] := wallets.balances_msat[payer] - event.held_msat;
        open_counts[payer] := open_counts[payer] + 1;
        transfers := transfers
          || row(event.payment_id, 'reserve', event.payment_id, event.created_at)::transfer_draft;
        postings := draft_posting(
          postings, event.payment_id, 'wallet', event.user_id, -event.held_msat);
        postings := draft_posting(
          postings, event.payment_id, 'held', event.user_id, event.held_msat);
        if claim.place is not null or claim.user_place is not null then
          budgets := take_from_budgets(budgets, claim);
          events[place].counted_at := claim.counted_at;
        end if;
      end if;
    end if;
    return next answer;
  end loop;

  if room.mode is not null then
    perform write_outflow(room);
  end if;
  if cardinality(accepted) > 0 then
    perform write_reserved_payments(events, accepted);
    if wallets.has_budgets then
      perform write_budgets(budgets);
    end if;
    perform write_ledger(transfers, postings, '{}');
  end if;
end $$;
grant execute on function reserve_payments to :service_role;
