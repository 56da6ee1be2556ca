-- Tells a user of a sign-in from a browser or an address from which they have not signed in for
-- half a year. Of places, the newest fifty are known. Someone who has only just got their account
-- is not told that they came.
create or replace function tell_of_new_sign_in() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  -- The reference to the user was checked before, which waited for an account that was closing.
  if exists (select from wallet_user where id = new.user_id and closed_at is not null) then
    delete from session where id = new.id;
    return null;
  end if;
  insert into sign_in_place (user_id, device, address, last_at)
    values (new.user_id, new.device, new.address, new.signed_in_at)
    on conflict do nothing;
  if not found then
    update sign_in_place set last_at = new.signed_in_at
      where user_id = new.user_id and device = new.device and address = new.address;
    return null;
  end if;
  delete from sign_in_place known
    where known.user_id = new.user_id and (known.device, known.address) in (
      select p.device, p.address from sign_in_place p
        where p.user_id = new.user_id order by p.last_at desc offset 50);
  if exists (
    select from wallet_user
      where id = new.user_id and created_at < new.signed_in_at - interval '10 minutes'
  ) then
    perform add_notice(new.user_id, 'sign_in', new.id::text,
      jsonb_build_object('device', new.device, 'address', new.address));
  end if;
  return null;
end $$;

create or replace trigger tell_of_new_sign_in after insert on session
  for each row when (new.signed_in_at is not null)
  execute function tell_of_new_sign_in();
