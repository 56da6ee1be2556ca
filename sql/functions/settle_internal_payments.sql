-- Payer → payee within this service: one transfer closes both sides of each payment.
--
-- Locks, in this order and released together: invoices by id, batch items by batch and index,
-- wallets of payers and payees by user id, then the unique hashes and keys of inserted rows.
-- reserve_payments explains the settings and why nothing is written before the decisions.
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
  -- In its own statement, as `distinct` beside it would change the order of the list.
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
    -- One that a stranger asked for was perhaps swept since it was read, see below.
    if event.invoice_id is not null and (fact.invoice).user_id is not null then
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
    -- Debits round up, credits round down, to whole sats.
    debit_msat := (event.amount_msat + 999) / 1000 * 1000;
    credit_msat := event.amount_msat / 1000 * 1000;
    answer := find_earlier_answer(event, fact);
    if answer.outcome is null then
      if wallets.has_budgets then
        claim := claim_budget(budgets, event, debit_msat);
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
        if claim.place is not null or claim.user_place is not null then
          budgets := take_from_budgets(budgets, claim);
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
grant execute on function settle_internal_payments to :service_role;
