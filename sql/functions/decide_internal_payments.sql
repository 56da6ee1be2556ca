-- Decides internal payments in the order of the list, each on the balances and budgets that those
-- before it leave. Invoices, batch items and wallets are locked.
create or replace function decide_internal_payments(
  events payment_event[], wallets locked_wallets
) returns internal_decisions
language plpgsql as $$
declare
  decided internal_decisions;
  facts payment_facts[] := read_payment_facts(events);
  has_twins boolean;
  fact payment_facts;
  event payment_event;
  payer integer;
  payee integer;
  claim budget_claim;
  debit_msat bigint;
  answer money_answer;
begin
  decided.events := events;
  decided.accepted := '{}';
  select count(distinct e.payment_id) < count(*) or count(distinct e.payment_hash) < count(*)
      or count(distinct e.idempotency_key) < count(e.idempotency_key)
      or count(distinct (e.batch_id, e.batch_index)) filter (where e.batch_id is not null)
        < count(e.batch_id)
    into has_twins
    from unnest(events) e;
  if wallets.has_budgets then
    decided.budgets := read_budgets(
      array(select e.user_id from unnest(events) e),
      array(select e.grant_id from unnest(events) e));
  end if;
  for place in 1 .. cardinality(events) loop
    event := events[place];
    fact := facts[place];
    -- One that a stranger asked for was perhaps swept since it was read, see below.
    if event.invoice_id is not null and (fact.invoice).user_id is not null then
      assert (fact.invoice).user_id = event.payee_user_id, 'the invoice is that of the payee';
      assert (fact.invoice).payment_hash = event.payment_hash, 'the payment bears its hash';
      assert (fact.invoice).amount_sat is null
          or (fact.invoice).amount_sat * 1000 + (fact.invoice).rest_msat = event.amount_msat,
        'and pays what it asks for';
      assert ((fact.invoice).identifier, (fact.invoice).created_at)
        = (event.receipt_identifier, event.receipt_created_at), 'its receipt is that of the invoice';
    end if;
    if has_twins then
      fact := add_twin_facts(fact, event, events, decided.accepted, 'settled');
    end if;
    payer := array_position(wallets.user_ids, event.user_id);
    payee := array_position(wallets.user_ids, event.payee_user_id);
    assert payer is not null and payee is not null, 'every user has a wallet';
    -- Debits round up, credits round down, to whole sats.
    debit_msat := (event.amount_msat + 999) / 1000 * 1000;
    answer := find_earlier_answer(event, fact);
    if answer.outcome is null and not event.is_token_in_force then
      answer := row('stale', null, null)::money_answer;
    end if;
    if answer.outcome is null then
      if wallets.has_budgets then
        claim := claim_budget(decided.budgets, event, debit_msat);
      end if;
      answer := case
        when (fact.invoice).is_settled then row('refused', 'invoice_settled', null)::money_answer
        when event.invoice_id is not null and (fact.invoice).user_id is null
            or (fact.invoice).expires_at <= event.created_at
            or event.payee_user_id = any (wallets.closed_ids)
          then row('refused', 'invoice_expired', null)::money_answer
        when event.batch_id is not null and fact.batch_item_state <> 'pending'
          then row('refused', 'batch_item_cancelled', null)::money_answer
        when (claim.refusal).outcome is not null then claim.refusal
        when wallets.balances_msat[payer] < debit_msat
          then row('refused', 'insufficient_balance', null)::money_answer
        when (claim.asking).outcome is not null then claim.asking
        else row('settled', null, null)::money_answer
      end;
      if answer.outcome = 'settled' then
        decided.accepted := decided.accepted || place;
        wallets.balances_msat[payer] := wallets.balances_msat[payer] - debit_msat;
        wallets.balances_msat[payee] :=
          wallets.balances_msat[payee] + event.amount_msat / 1000 * 1000;
        if claim.place is not null or claim.user_place is not null then
          decided.budgets := take_from_budgets(decided.budgets, claim);
          decided.events[place].counted_at := claim.counted_at;
        end if;
      end if;
    end if;
    decided.answers := decided.answers || answer;
  end loop;
  return decided;
end $$;
