-- Refuses during a lockdown what waits of accounts: sign-up, one-time links, and changes of how
-- people sign in and are paid. Here rather than in each operation, so that no page and no command can
-- forget to ask. The lock lets a lockdown wait for changes that have not seen it.
create or replace function refuse_change_in_lockdown() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('lockdown'), 0);
  perform from lockdown where holds_changes;
  if found then
    raise exception 'the operators have locked this service down: this waits until they lift it'
      using errcode = 'SL001';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

create or replace trigger refuse_in_lockdown before insert on wallet_user
  for each row execute function refuse_change_in_lockdown();

-- Storing the same password in another way, as signing in does, leaves session_epoch unchanged.
create or replace trigger refuse_change_in_lockdown before update on wallet_user
  for each row when (
    old.email is distinct from new.email or (new.is_admin and not old.is_admin)
    or (old.password_hash <> new.password_hash and old.session_epoch <> new.session_epoch))
  execute function refuse_change_in_lockdown();

-- The link that creates the first admin is made at each start. A link to a known browser opens
-- nothing.
create or replace trigger refuse_in_lockdown before insert on one_time_link
  for each row when (new.kind not in ('set_up', 'known_browser'))
  execute function refuse_change_in_lockdown();

create or replace trigger refuse_in_lockdown before insert or delete on authenticator
  for each row execute function refuse_change_in_lockdown();

create or replace trigger refuse_change_in_lockdown before update on authenticator
  for each row when (
    old.created_at <> new.created_at or old.confirmed_at is distinct from new.confirmed_at)
  execute function refuse_change_in_lockdown();

create or replace trigger refuse_in_lockdown before insert on backup_code
  for each row execute function refuse_change_in_lockdown();

create or replace trigger refuse_in_lockdown before insert or delete on passkey
  for each row execute function refuse_change_in_lockdown();

create or replace trigger refuse_in_lockdown before insert or update or delete on address_name
  for each row execute function refuse_change_in_lockdown();
