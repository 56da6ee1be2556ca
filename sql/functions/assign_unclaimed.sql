-- Assigns money of no known payee to a user: unclaimed → wallet. The books hold it as a receipt of
-- its own, beside the one with which it arrived, which never changes. For what arrived on the chain
-- see assign_deposit.
--
-- Locks, in this order and released together: the receipt, the user's wallet.
create or replace function assign_unclaimed(assignment json) returns money_answer
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '5s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  event assignment_event := json_populate_record(null::assignment_event, assignment);
  claimed receipt;
  earlier receipt;
  wallets locked_wallets;
  credit_msat bigint;
  postings posting_draft[] := '{}';
begin
  select * into claimed from receipt r where r.id = event.claimed_receipt_id for no key update;
  if claimed.id is null then
    return assign_deposit(event);
  elsif claimed.user_id is not null then
    return row('unknown', null, null)::money_answer;
  end if;
  select * into earlier from receipt r where r.claimed_receipt_id = claimed.id;
  if earlier.id = event.receipt_id then
    return row('present', null, null)::money_answer;
  elsif earlier.id is not null then
    return row('taken', null, earlier.user_id)::money_answer;
  end if;
  wallets := lock_wallets(array[event.user_id]);
  assert cardinality(wallets.user_ids) = 1, 'every user has a wallet';
  if wallets.closed_ids is not null then
    return row('payee_closed', null, null)::money_answer;
  end if;

  insert into receipt (
      id, identifier, source, user_id, claimed_receipt_id, payment_hash, preimage, amount_msat,
      records, created_at, settled_at)
    values (
      event.receipt_id, event.identifier, 'unclaimed', event.user_id, claimed.id,
      claimed.payment_hash,
      case when sha256(claimed.preimage) = claimed.payment_hash then claimed.preimage end,
      claimed.amount_msat, claimed.records, event.assigned_at, event.assigned_at);

  -- As for all receipts, a credit is rounded down to whole sats: the rest goes to rounding.
  credit_msat := claimed.amount_msat / 1000 * 1000;
  postings := draft_posting(
    postings, event.receipt_id, 'unclaimed', null, -claimed.amount_msat);
  postings := draft_posting(postings, event.receipt_id, 'wallet', event.user_id, credit_msat);
  postings := draft_posting(
    postings, event.receipt_id, 'rounding', null, claimed.amount_msat - credit_msat);
  perform write_ledger(
    array[row(
      event.receipt_id, 'assign', event.receipt_id, event.assigned_at)::transfer_draft],
    postings,
    array[row(
      event.receipt_id, event.user_id, 'incoming', event.identifier, claimed.payment_hash,
      event.assigned_at, event.assigned_at, event.has_boostagram, event.body, 'lightning',
      'keysend', credit_msat, 0, null)::record_draft]);
  return row('assigned', null, null)::money_answer;
end $$;
grant execute on function assign_unclaimed to :service_role;
