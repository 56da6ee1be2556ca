-- Notes a new password or e-mail address, and a higher amount from which the user's browser asks who
-- they are. Rehashing the same password leaves session_epoch unchanged and is not noted.
create or replace function note_changed_account() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if new.password_hash <> old.password_hash and new.session_epoch <> old.session_epoch then
    perform write_user_change(new.id, 'password', '');
  end if;
  if new.email is distinct from old.email then
    perform write_user_change(new.id, 'email', '');
  end if;
  if new.confirm_above_sat > old.confirm_above_sat then
    perform write_user_change(new.id, 'limit_raised', '');
  end if;
  return null;
end $$;

create or replace trigger note_changed_account
  after update of password_hash, email, confirm_above_sat on wallet_user
  for each row when (new.closed_at is null) execute function note_changed_account();
