-- Assigns a deposit to a closed account: unclaimed → wallet. The deposit names the movement, and does
-- not change otherwise.
--
-- Locks, in this order and released together: the deposit, the user's wallet.
create or replace function assign_deposit(event assignment_event) returns money_answer
language plpgsql
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  claimed deposit;
  wallets locked_wallets;
  postings posting_draft[] := '{}';
begin
  select * into claimed from deposit d where d.id = event.claimed_receipt_id for no key update;
  if claimed.id is null or claimed.state <> 'unclaimed' then
    return row('unknown', null, null)::money_answer;
  elsif claimed.claim_id = event.receipt_id then
    return row('present', null, null)::money_answer;
  elsif claimed.claim_id is not null then
    return row('taken', null, claimed.claimed_by)::money_answer;
  end if;
  wallets := lock_wallets(array[event.user_id]);
  assert cardinality(wallets.user_ids) = 1, 'every user has a wallet';
  if wallets.closed_ids is not null then
    return row('payee_closed', null, null)::money_answer;
  end if;

  update deposit d set
      claim_id = event.receipt_id, claimed_by = event.user_id, claimed_at = event.assigned_at
    where d.id = claimed.id;
  postings := draft_posting(
    postings, event.receipt_id, 'unclaimed', null, -claimed.amount_msat);
  postings := draft_posting(
    postings, event.receipt_id, 'wallet', event.user_id, claimed.amount_msat);
  perform write_ledger(
    array[row(
      event.receipt_id, 'assign', event.receipt_id, event.assigned_at)::transfer_draft],
    postings,
    array[row(
      event.receipt_id, event.user_id, 'incoming', event.identifier, null, event.assigned_at,
      event.assigned_at, false, event.body, 'chain', null, claimed.amount_msat, 0, null
      )::record_draft]);
  return row('assigned', null, null)::money_answer;
end $$;
