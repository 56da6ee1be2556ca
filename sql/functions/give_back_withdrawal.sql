-- Ends a withdrawal of which nothing was sent, or whose coins another transaction has spent: held →
-- wallet. "Reserved" says that nothing was sent only in a database that is known. An operator, who
-- does not lead the watch over the chain, has no fence.
--
-- Locks, in this order and released together: the watcher's lease, the withdrawal, the wallet. For
-- the settings see reserve_payments.
create or replace function give_back_withdrawal(
  withdrawal_id uuid, fence bigint, only_from withdrawal_state, at timestamptz, reason text,
  message text
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
  postings posting_draft[] := '{}';
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into owed from withdrawal w
    where w.id = give_back_withdrawal.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it fails';
  if give_back_withdrawal.fence < newest_fence then
    return 'fenced';
  elsif owed.state = 'failed' then
    return 'present';
  elsif only_from <> (case owed.state when 'broadcast' then 'signed' else owed.state end)
    or only_from not in ('reserved', 'unknown', 'signed')
    or only_from = 'reserved' and not is_database_known()
  then
    return 'conflict';
  end if;
  wallets := lock_wallets(array[owed.user_id]);
  if wallets.has_budgets then
    perform give_back_unspent(owed, owed.held_msat);
  end if;
  update withdrawal w set
      state = 'failed', ended_at = at, failure_reason = reason, failure_message = message
    where w.id = owed.id;
  update withdrawal_input i set is_free = true where i.withdrawal_id = owed.id;
  if owed.outflow_slice is not null then
    perform give_back_outflow(
      array[owed.outflow_slice], array[owed.amount_msat + owed.fee_msat], array[true]);
  end if;
  postings := draft_posting(postings, transfer_id, 'held', owed.user_id, -owed.held_msat);
  postings := draft_posting(postings, transfer_id, 'wallet', owed.user_id, owed.held_msat);
  perform write_ledger(
    array[row(transfer_id, 'void', owed.id, at)::transfer_draft], postings, '{}');
  return 'done';
end $$;
grant execute on function give_back_withdrawal to :service_role;
