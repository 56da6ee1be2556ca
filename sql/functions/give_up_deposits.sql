-- Deposits that no block has, and that were seen before a moment: they are not waited for any more.
-- One that comes into a block later counts again, see note_deposits.
create or replace function give_up_deposits(seen_before timestamptz) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update deposit d set state = 'gone'
    where d.state = 'seen' and d.block_height is null and d.seen_at < seen_before;
end $$;
grant execute on function give_up_deposits to :service_role;
