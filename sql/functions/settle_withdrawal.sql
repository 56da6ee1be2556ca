-- Ends a withdrawal whose transaction a block of the chain has: held → chain, the rest back to the
-- wallet.
--
-- Locks, in this order and released together: the watcher's lease, the withdrawal, the wallet. For
-- the settings see reserve_payments.
create or replace function settle_withdrawal(
  withdrawal_id uuid, fence bigint, height integer, hash bytea, at timestamptz, body text
) returns text
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
  newest_fence bigint;
  owed withdrawal;
  wallets locked_wallets;
  transfer_id constant uuid := gen_random_uuid();
  spent_msat bigint;
  postings posting_draft[] := '{}';
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into owed from withdrawal w
    where w.id = settle_withdrawal.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it settles';
  if settle_withdrawal.fence < newest_fence then
    return 'fenced';
  elsif owed.state = 'settled' then
    return 'present';
  elsif owed.state not in ('signed', 'broadcast') then
    return 'conflict';
  end if;
  wallets := lock_wallets(array[owed.user_id]);
  spent_msat := owed.amount_msat + owed.fee_msat;
  if wallets.has_budgets then
    perform give_back_unspent(owed, owed.held_msat - spent_msat);
  end if;
  update withdrawal w set
      state = 'settled', ended_at = at, block_height = height, block_hash = hash
    where w.id = owed.id;
  postings := draft_posting(postings, transfer_id, 'held', owed.user_id, -owed.held_msat);
  postings := draft_posting(postings, transfer_id, 'chain', null, spent_msat);
  postings := draft_posting(
    postings, transfer_id, 'wallet', owed.user_id, owed.held_msat - spent_msat);
  perform write_ledger(
    array[row(transfer_id, 'post', owed.id, at)::transfer_draft], postings,
    array[row(
      owed.id, owed.user_id, 'outgoing', owed.identifier, null, owed.created_at, at, false, body,
      'chain', null, owed.amount_msat, owed.fee_msat, owed.grant_id)::record_draft]);
  return 'done';
end $$;
grant execute on function settle_withdrawal to :service_role;
