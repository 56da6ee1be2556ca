-- Ends node payments by the node's proof: held → node, the rest back to the wallet; or, when the
-- payment failed, all of it back.
--
-- Locks, in this order and released together: payments by id, wallets by user id, slices of what has
-- left by time. For the settings see reserve_payments.
create or replace function resolve_payments(list json) returns setof money_answer
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
  events resolve_event[];
  event resolve_event;
  payments payment[];
  payment_ids uuid[];
  payer_ids uuid[];
  states payment_state[];
  owed payment;
  stored integer;
  new_state payment_state;
  spent_msat bigint;
  charged_msat bigint;
  debit_msat bigint;
  wallets locked_wallets;
  budgets locked_budgets;
  answer money_answer;
  accepted integer[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
  may_presume boolean := true;
  -- For each ended payment that counts as leaving: its slice, what it gives back, and whether it
  -- has failed.
  slices timestamptz[] := '{}';
  unspent_msat bigint[] := '{}';
  are_failed boolean[] := '{}';
begin
  events := array(select e from json_populate_recordset(null::resolve_event, list) e);
  select array_agg(locked), array_agg(locked.id), array_agg(locked.user_id), array_agg(locked.state)
    into payments, payment_ids, payer_ids, states
    from (
      select * from payment p
        where p.id = any (array(select e.payment_id from unnest(events) e))
        order by p.id for no key update
    ) locked;
  -- With the rows locked: what was reserved when the database changed is no longer reserved.
  if exists (select from unnest(events) e where e.is_presumed) then
    may_presume := is_database_known();
  end if;
  wallets := lock_wallets(payer_ids);
  if wallets.has_budgets then
    budgets := read_budgets(
      payer_ids, array(select p.grant_id from unnest(payments) p));
  end if;

  for place in 1 .. cardinality(events) loop
    event := events[place];
    stored := array_position(payment_ids, event.payment_id);
    new_state := case when event.is_settled then 'settled' else 'failed' end;
    answer := case
      when stored is null then row('absent', null, null)::money_answer
      when states[stored] = new_state then row('present', null, null)::money_answer
      when states[stored] in ('settled', 'failed')
        or (states[stored] = 'reserved') <> (not event.is_settled and event.only_from_reserved)
        or (event.is_presumed and not may_presume)
        then row('conflict', states[stored], null)::money_answer
    end;
    if answer.outcome is null then
      answer := row('resolved', null, null);
      accepted := accepted || place;
      states[stored] := new_state;
      owed := payments[stored];
      transfers := transfers || row(
        event.transfer_id, case when event.is_settled then 'post' else 'void' end,
        event.payment_id, event.ended_at)::transfer_draft;
      -- The user's cost is rounded up to whole sats but never exceeds what was held: the rest goes
      -- to losses.
      spent_msat := case when event.is_settled then event.amount_msat + event.fee_msat else 0 end;
      charged_msat := least((spent_msat + 999) / 1000 * 1000, owed.held_msat);
      postings := draft_posting(
        postings, event.transfer_id, 'held', owed.user_id, -owed.held_msat);
      postings := draft_posting(postings, event.transfer_id, 'node', null, spent_msat);
      postings := draft_posting(
        postings, event.transfer_id, 'rounding', null, greatest(charged_msat - spent_msat, 0));
      postings := draft_posting(
        postings, event.transfer_id, 'losses', null, least(charged_msat - spent_msat, 0));
      postings := draft_posting(
        postings, event.transfer_id, 'wallet', owed.user_id, owed.held_msat - charged_msat);
      if owed.outflow_slice is not null then
        slices := slices || owed.outflow_slice;
        unspent_msat := unspent_msat || owed.held_msat - greatest(charged_msat, spent_msat);
        are_failed := are_failed || not event.is_settled;
      end if;
      if wallets.has_budgets then
        budgets := give_back_to_budget(budgets, owed, owed.held_msat - charged_msat);
      end if;
      if event.is_settled then
        -- To whole sats as well; the fee is what was charged beyond that.
        debit_msat := (event.amount_msat + 999) / 1000 * 1000;
        records := records || row(
          owed.id, owed.user_id, 'outgoing', owed.identifier, owed.payment_hash, owed.created_at,
          event.ended_at, false, event.body, 'lightning', owed.kind, debit_msat,
          charged_msat - debit_msat, owed.grant_id)::record_draft;
      end if;
    end if;
    return next answer;
  end loop;

  if cardinality(accepted) > 0 then
    update payment p set
        state = case when e.is_settled then 'settled'::payment_state else 'failed' end,
        ended_at = e.ended_at,
        preimage = coalesce(e.preimage, p.preimage),
        amount_msat = coalesce(e.amount_msat, p.amount_msat),
        fee_msat = e.fee_msat,
        failure_reason = e.failure_reason,
        failure_message = e.failure_message,
        owner_process_id = null
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted) and p.id = e.payment_id;
    if wallets.has_budgets then
      perform write_budgets(budgets);
    end if;
    if cardinality(slices) > 0 then
      perform give_back_outflow(slices, unspent_msat, are_failed);
    end if;
    perform write_ledger(transfers, postings, records);
  end if;
end $$;
grant execute on function resolve_payments to :service_role;
