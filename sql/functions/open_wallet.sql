-- Gives every new user a wallet and an inbox of notices, which the service itself may not create.
create or replace function open_wallet() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into wallet (user_id) values (new.id);
  insert into notice_inbox (user_id) values (new.id);
  return null;
end $$;

create or replace trigger open_wallet after insert on wallet_user
  for each row execute function open_wallet();
