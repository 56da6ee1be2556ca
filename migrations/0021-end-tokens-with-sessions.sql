-- A user who changes his password, or has it reset, wants everybody out: apps too have to ask him
-- again. The same when his account is switched off. Their connections stay, with their budgets.
-- (A hash that is only computed anew leaves session_epoch, of migration 0022, as it is.)
create function end_tokens_of_apps() returns trigger
language plpgsql as $$
begin
  if (new.password_hash <> old.password_hash and new.session_epoch <> old.session_epoch)
    or (new.disabled_at is not null and old.disabled_at is null)
  then
    update connection set token_generation = token_generation + 1
    where user_id = new.id and revoked_at is null;
  end if;
  return null;
end $$;
revoke execute on function end_tokens_of_apps() from public;

create trigger end_tokens_of_apps
  after update of password_hash, disabled_at on wallet_user
  for each row execute function end_tokens_of_apps();
