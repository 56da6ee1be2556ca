-- Whether the tables certainly hold everything that they ever held. True before a service first
-- starts and writes the mark, as there is nothing to lose. Called for each outgoing payment, so its
-- plans are made only once.
create or replace function is_database_known() returns boolean
language plpgsql
as $$
declare
  mark database_mark;
begin
  if exists (select from outside_stop where reason in ('restored', 'database_changed')) then
    return false;
  end if;
  select * into mark from database_mark;
  return not found or (
    mark.looked_in is not distinct from database_place() and mark.timeline = current_timeline());
end $$;
grant execute on function is_database_known to :service_role;
