-- Gives a user an address name; null gives up the one that they have. The first name is free of the
-- limit of changes; `changes_max` null is for the operator, who is not limited.
create or replace function claim_address_name(
  owner_id uuid,
  wanted text,
  at timestamptz,
  changes_max integer
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  holder uuid;
  had_one boolean;
begin
  -- One change of a user at a time.
  perform from wallet_user where id = owner_id for no key update;
  had_one := exists (select from address_name where user_id = owner_id);
  if wanted is null then
    update address_name set is_current = false where user_id = owner_id and is_current;
    return 'claimed';
  end if;
  if exists (
    select from address_name where user_id = owner_id and name = wanted and is_current
  ) then
    return 'claimed';
  end if;
  if had_one and changes_max is not null and changes_max <= (
    select count(*) from address_name_change
    where user_id = owner_id and changed_at > at - interval '1 year'
  ) then
    return 'too_many_changes';
  end if;
  insert into address_name (name, user_id, is_current, claimed_at)
    values (wanted, owner_id, false, at)
    on conflict do nothing;
  select user_id into holder from address_name where name = wanted;
  -- Null when the operator released it between the two statements: to try again finds it free.
  if holder is distinct from owner_id then
    return 'taken';
  end if;
  update address_name set is_current = false where user_id = owner_id and is_current;
  update address_name set is_current = true, claimed_at = at where name = wanted;
  if had_one then
    insert into address_name_change (user_id, changed_at) values (owner_id, at);
  end if;
  return 'claimed';
end $$;
grant execute on function claim_address_name to :service_role;
