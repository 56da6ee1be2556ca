-- The block of a credited deposit is not part of the chain any more, so its money may be gone. That is
-- noted once, and stops payments to other nodes until an operator allows them again.
create or replace function note_orphaned_deposit(deposit_id uuid) returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update deposit d set orphaned_at = clock_timestamp()
    where d.id = deposit_id and d.ended_at is not null and d.orphaned_at is null;
  if not found then
    return false;
  end if;
  insert into outside_stop (reason, detail)
    values ('operator', 'a deposit was credited in a block that is not part of the chain any more')
    on conflict (reason) do nothing;
  return true;
end $$;
grant execute on function note_orphaned_deposit to :service_role;
