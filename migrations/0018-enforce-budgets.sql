-- Budgets in the money functions, which are otherwise as they were. Who holds a user's wallet is
-- alone with his budgets too: they are read once the wallets are locked.

-- Where the payment counts in its budget, see payment.counted_at.
alter type payment_event add attribute counted_at timestamptz;

alter type locked_wallets add attribute has_budgets boolean;

create or replace function lock_wallets(ids uuid[]) returns locked_wallets
language plpgsql as $$
declare
  wallets locked_wallets;
begin
  select array_agg(locked.user_id), array_agg(locked.wallet_msat), bool_or(locked.has_budgets)
    into wallets.user_ids, wallets.balances_msat, wallets.has_budgets
    from (
      select w.user_id, w.wallet_msat, w.has_budgets from wallet w
        where w.user_id = any (ids) order by w.user_id for no key update
    ) locked;
  return wallets;
end $$;

-- Budgets as the list has used them so far.
create type locked_budgets as (
  -- User and grant of each.
  keys text[],
  budgets budget[]
);

-- What one payment means to the budget of its grant; all null when the grant has none.
create type budget_claim as (
  -- In the list of budgets.
  place integer,
  -- As it is when the payment is accepted, and where the payment counts if it comes late.
  budget budget,
  counted_at timestamptz,
  refusal money_answer
);

create function budget_key(payer_id uuid, payer_grant text) returns text
language sql immutable as $$
  select payer_id::text || ' ' || payer_grant
$$;

create function read_budgets(payer_ids uuid[], payer_grants text[]) returns locked_budgets
language plpgsql as $$
declare
  locked locked_budgets;
begin
  select array_agg(budget_key(b.user_id, b.grant_id)), array_agg(b)
    into locked.keys, locked.budgets
    from budget b
    where (b.user_id, b.grant_id) in (select * from unnest(payer_ids, payer_grants));
  return locked;
end $$;

-- `needed_msat` in whole sats, with the fee reserve.
create function claim_budget(locked locked_budgets, event payment_event, needed_msat bigint)
returns budget_claim
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
  -- Windows are opened one after the other: a late event counts in the one that is open.
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

-- A payment has ended: what it did not cost goes back into the window in which it counts, if that
-- is still the open one. An end is never held up by a budget, whatever the budget says.
create function give_back_to_budget(locked locked_budgets, ended payment, unspent_msat bigint)
returns locked_budgets
language plpgsql stable as $$
declare
  place integer := array_position(locked.keys, budget_key(ended.user_id, ended.grant_id));
  b budget := locked.budgets[place];
begin
  if coalesce(ended.counted_at, ended.created_at) >= b.window_start then
    locked.budgets[place].used_msat := greatest(b.used_msat - unspent_msat, 0);
  end if;
  return locked;
end $$;

create function write_budgets(locked locked_budgets) returns void
language plpgsql as $$
begin
  update budget b set window_start = n.window_start, used_msat = n.used_msat
    from unnest(locked.budgets) n
    where b.user_id = n.user_id and b.grant_id = n.grant_id
      and (b.window_start, b.used_msat) <> (n.window_start, n.used_msat);
end $$;

revoke execute on function budget_key, read_budgets, claim_budget, give_back_to_budget,
  write_budgets from public;

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
      batch_id, batch_index, created_at, ended_at, owner_process_id, counted_at)
    select e.payment_id, e.identifier, e.user_id, e.grant_id, e.kind, new_path,
      case new_path when 'internal' then 'settled'::payment_state else 'reserved' end,
      e.payment_hash, e.preimage, e.amount_msat,
      case new_path when 'internal' then 0 else e.held_msat end,
      case new_path when 'internal' then 0 end,
      e.destination, e.bolt11, e.memo, e.description_hash, e.records, e.invoice_id,
      e.batch_id, e.batch_index, e.created_at, e.settled_at, e.owner_process_id,
      e.counted_at
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
  payer integer;
  answer money_answer;
  accepted integer[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
begin
  -- By a statement of its own, as `distinct` beside it would change the order of the list.
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
        else row('reserved', null, null)::money_answer
      end;
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
        if claim.place is not null then
          budgets.budgets[claim.place] := claim.budget;
          events[place].counted_at := claim.counted_at;
        end if;
      end if;
    end if;
    return next answer;
  end loop;

  if cardinality(accepted) > 0 then
    perform write_accepted_payments(events, accepted, 'node');
    if wallets.has_budgets then
      perform write_budgets(budgets);
    end if;
    perform write_ledger(transfers, postings, '{}');
  end if;
end $$;

create or replace function settle_internal_payments(list json) returns setof money_answer
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
  invoice_ids uuid[];
  payer_and_payee_ids uuid[];
  has_batch boolean;
  has_twins boolean;
  event payment_event;
  facts payment_facts[];
  fact payment_facts;
  wallets locked_wallets;
  payer integer;
  payee integer;
  budgets locked_budgets;
  claim budget_claim;
  debit_msat bigint;
  credit_msat bigint;
  answer money_answer;
  accepted integer[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
begin
  -- By a statement of its own, as `distinct` beside it would change the order of the list.
  events := array(select e from json_populate_recordset(null::payment_event, list) e);
  select array_agg(e.invoice_id),
      array_agg(e.user_id) || array_agg(e.payee_user_id), bool_or(e.batch_id is not null),
      count(distinct e.payment_id) < count(*) or count(distinct e.payment_hash) < count(*)
        or count(distinct e.idempotency_key) < count(e.idempotency_key)
        or count(distinct (e.batch_id, e.batch_index)) filter (where e.batch_id is not null)
          < count(e.batch_id)
    into invoice_ids, payer_and_payee_ids, has_batch, has_twins
    from unnest(events) e;
  perform from invoice v where v.id = any (invoice_ids) order by v.id for no key update;
  if has_batch then
    perform lock_batch_items(events);
  end if;
  wallets := lock_wallets(payer_and_payee_ids);
  facts := read_payment_facts(events);
  if wallets.has_budgets then
    budgets := read_budgets(
      array(select e.user_id from unnest(events) e),
      array(select e.grant_id from unnest(events) e));
  end if;

  for place in 1 .. cardinality(events) loop
    event := events[place];
    fact := facts[place];
    if event.invoice_id is not null then
      assert (fact.invoice).user_id = event.payee_user_id, 'the invoice is that of the payee';
      assert (fact.invoice).payment_hash = event.payment_hash, 'the payment bears its hash';
      assert (fact.invoice).amount_sat * 1000 = event.amount_msat, 'and pays what it asks for';
    end if;
    if has_twins then
      fact := add_twin_facts(fact, event, events, accepted, 'settled');
    end if;
    payer := array_position(wallets.user_ids, event.user_id);
    payee := array_position(wallets.user_ids, event.payee_user_id);
    assert payer is not null and payee is not null, 'every user has a wallet';
    -- A debit rounds up, a credit rounds down, to whole sats.
    debit_msat := (event.amount_msat + 999) / 1000 * 1000;
    credit_msat := event.amount_msat / 1000 * 1000;
    answer := find_earlier_answer(event, fact);
    if answer.outcome is null then
      if wallets.has_budgets then
        claim := claim_budget(budgets, event, debit_msat);
      end if;
      answer := case
        when (fact.invoice).is_settled then row('refused', 'invoice_settled', null)::money_answer
        when (fact.invoice).expires_at <= event.created_at
          then row('refused', 'invoice_expired', null)::money_answer
        when event.batch_id is not null and fact.batch_item_state <> 'pending'
          then row('refused', 'batch_item_cancelled', null)::money_answer
        when (claim.refusal).outcome is not null then claim.refusal
        when wallets.balances_msat[payer] < debit_msat
          then row('refused', 'insufficient_balance', null)::money_answer
        else row('settled', null, null)::money_answer
      end;
      if answer.outcome = 'settled' then
        accepted := accepted || place;
        wallets.balances_msat[payer] := wallets.balances_msat[payer] - debit_msat;
        wallets.balances_msat[payee] := wallets.balances_msat[payee] + credit_msat;
        transfers := transfers
          || row(event.payment_id, 'internal', event.payment_id, event.settled_at)::transfer_draft;
        postings := draft_posting(
          postings, event.payment_id, 'wallet', event.user_id, -debit_msat);
        postings := draft_posting(
          postings, event.payment_id, 'wallet', event.payee_user_id, credit_msat);
        postings := draft_posting(
          postings, event.payment_id, 'rounding', null, debit_msat - credit_msat);
        records := records
          || row(event.payment_id, event.user_id, 'outgoing', event.identifier, event.payment_hash,
            event.created_at, event.settled_at, false, event.payer_body)::record_draft
          || row(event.receipt_id, event.payee_user_id, 'incoming',
            coalesce((fact.invoice).identifier, event.receipt_identifier), event.payment_hash,
            coalesce((fact.invoice).created_at, event.receipt_created_at), event.settled_at,
            event.has_boostagram, event.payee_body)::record_draft;
        if claim.place is not null then
          budgets.budgets[claim.place] := claim.budget;
          events[place].counted_at := claim.counted_at;
        end if;
      end if;
    end if;
    return next answer;
  end loop;

  if cardinality(accepted) > 0 then
    perform write_accepted_payments(events, accepted, 'internal');
    if wallets.has_budgets then
      perform write_budgets(budgets);
    end if;
    perform write_internal_receipts(events, accepted);
    perform write_ledger(transfers, postings, records);
  end if;
end $$;

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
  wallets locked_wallets;
  budgets locked_budgets;
  answer money_answer;
  accepted integer[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
begin
  events := array(select e from json_populate_recordset(null::resolve_event, list) e);
  select array_agg(locked), array_agg(locked.id), array_agg(locked.user_id), array_agg(locked.state)
    into payments, payment_ids, payer_ids, states
    from (
      select * from payment p
        where p.id = any (array(select e.payment_id from unnest(events) e))
        order by p.id for no key update
    ) locked;
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
      -- The user pays every begun sat, but never more than was held: losses takes what is above.
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
      if wallets.has_budgets then
        budgets := give_back_to_budget(budgets, owed, owed.held_msat - charged_msat);
      end if;
      if event.is_settled then
        records := records || row(
          owed.id, owed.user_id, 'outgoing', owed.identifier, owed.payment_hash, owed.created_at,
          event.ended_at, false, event.body)::record_draft;
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
    perform write_ledger(transfers, postings, records);
  end if;
end $$;
