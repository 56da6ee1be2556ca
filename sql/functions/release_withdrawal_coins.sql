-- Lets other withdrawals spend the coins of a settled one that has lost its block for good, because
-- another transaction has spent one of them. No money moves: the withdrawal stays settled.
--
-- Locks, in this order and released together: the watcher's lease, the withdrawal.
create or replace function release_withdrawal_coins(withdrawal_id uuid, fence bigint) returns text
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  newest_fence bigint;
  replaced withdrawal;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into replaced from withdrawal w
    where w.id = release_withdrawal_coins.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it is replaced';
  if release_withdrawal_coins.fence < newest_fence then
    return 'fenced';
  elsif replaced.state <> 'settled' or replaced.is_internal or replaced.block_height is not null then
    return 'conflict';
  end if;
  update withdrawal_input i set is_free = true
    where i.withdrawal_id = replaced.id and not i.is_free;
  return case when found then 'done' else 'present' end;
end $$;
grant execute on function release_withdrawal_coins to :service_role;
