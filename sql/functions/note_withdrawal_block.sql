-- Notes in which block the transaction of a settled withdrawal stands after a reorganisation; null
-- for none. No money moves: the withdrawal stays settled.
--
-- Locks, in this order and released together: the watcher's lease, the withdrawal.
create or replace function note_withdrawal_block(
  withdrawal_id uuid, fence bigint, height integer, hash bytea
) returns text
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  newest_fence bigint;
  settled withdrawal;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into settled from withdrawal w
    where w.id = note_withdrawal_block.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it stands in a block';
  if note_withdrawal_block.fence < newest_fence then
    return 'fenced';
  elsif settled.state <> 'settled' or settled.is_internal then
    return 'conflict';
  elsif (settled.block_height, settled.block_hash) is not distinct from (height, hash) then
    return 'present';
  end if;
  update withdrawal w set block_height = height, block_hash = hash where w.id = settled.id;
  return 'done';
end $$;
grant execute on function note_withdrawal_block to :service_role;
