-- Payer → payee within this service: one transfer closes both sides of each payment. `bodies` are
-- the records of the payer and of the payee for each event in turn, one per line. They are the
-- longest texts of all, so they stay out of the JSON.
--
-- Locks, in this order and released together: invoices by id, batch items by batch and index,
-- wallets of payers and payees by user id, then the unique hashes and keys of inserted rows.
-- reserve_payments explains the settings and why nothing is written before the decisions.
create or replace function settle_internally(list json, bodies text) returns setof money_answer
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
  lines text[] := string_to_array(bodies, chr(10));
  invoice_ids uuid[];
  payer_and_payee_ids uuid[];
  has_batch boolean;
  has_twins boolean;
  wallets locked_wallets;
  decided internal_decisions;
begin
  -- In its own statement, as `distinct` beside it would change the order of the list.
  events := array(select e from json_populate_recordset(null::payment_event, list) e);
  assert cardinality(lines) = 2 * cardinality(events), 'each event has two records';
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

  if not has_twins and not has_batch and are_payable_in_any_order(events, wallets) then
    decided.accepted := array(select generate_series(1, cardinality(events)));
    perform write_internal_payments(events, decided.accepted, lines);
    return query select 'settled', null, null::uuid from unnest(events);
    return;
  end if;
  decided := decide_internal_payments(events, wallets, has_twins);
  if cardinality(decided.accepted) > 0 then
    perform write_internal_payments(decided.events, decided.accepted, lines);
    if wallets.has_budgets then
      perform write_budgets(decided.budgets);
    end if;
  end if;
  return query select a.outcome, a.detail, a.target_id
    from unnest(decided.answers) with ordinality a order by a.ordinality;
end $$;
grant execute on function settle_internally to :service_role;
