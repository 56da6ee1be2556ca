-- Deposits that no block has, and whose inputs another transaction has spent in a block that is deep:
-- they are not waited for any more. One that comes into a block later counts again, see
-- note_deposits. Null is answered where another process leads now.
--
-- Locks: the watcher's lease, deposits.
create or replace function give_up_replaced_deposits(list json, fence bigint) returns bigint
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  newest_fence bigint;
  ended bigint;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  if fence < newest_fence then
    return null;
  end if;
  update deposit d set
      state = 'gone', block_height = null, block_hash = null,
      replaced_by = decode(replaced.replaced_by, 'hex')
    from json_to_recordset(list) replaced (deposit_id uuid, replaced_by text)
    where d.id = replaced.deposit_id and d.state = 'seen';
  get diagnostics ended = row_count;
  return ended;
end $$;
grant execute on function give_up_replaced_deposits to :service_role;
