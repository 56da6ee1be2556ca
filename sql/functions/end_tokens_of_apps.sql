-- Ends the tokens of apps when users change their password, or have it reset: they want to lock out
-- everyone, so apps have to ask them again, too. The same when their account is disabled. App
-- grants stay, with their budgets.
--
-- Rehashing the same password leaves session_epoch unchanged, so nothing happens here. A new e-mail
-- address ends sessions but no tokens: apps stay connected.
create or replace function end_tokens_of_apps() returns trigger
language plpgsql as $$
begin
  if (new.password_hash <> old.password_hash and new.session_epoch <> old.session_epoch)
    or (new.disabled_at is not null and old.disabled_at is null)
  then
    update app_grant set token_generation = token_generation + 1
    where user_id = new.id and revoked_at is null;
  end if;
  return null;
end $$;

create or replace trigger end_tokens_of_apps
  after update of password_hash, disabled_at on wallet_user
  for each row execute function end_tokens_of_apps();
