-- Lets anyone have a name again that its owner has given up, and notes whose it was.
create or replace function release_address_name(wanted text, at timestamptz) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  held address_name;
begin
  select * into held from address_name where name = wanted for update;
  if not found then
    return 'absent';
  end if;
  if held.is_current then
    return 'in_use';
  end if;
  insert into address_name_release (name, user_id, released_at)
    values (held.name, held.user_id, at);
  delete from address_name where name = wanted;
  return 'released';
end $$;
grant execute on function release_address_name to :service_role;
