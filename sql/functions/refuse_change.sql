-- Refuses changes of the books, whose entries never change. Rows of payments are only updated by
-- state changes, those of wallets only by the money functions; neither are ever removed. The log of
-- operators only grows, and an end that is written stays. Processes keep in memory what a token says
-- of its caller, so that is written once: a token is revoked, not changed.
create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger refuse_change before update or delete or truncate on posting
  for each statement execute function refuse_change();

create or replace trigger refuse_change before update or delete or truncate on transfer
  for each statement execute function refuse_change();

create or replace trigger refuse_removal before delete or truncate on wallet
  for each statement execute function refuse_change();

create or replace trigger refuse_change before update or delete or truncate on receipt
  for each statement execute function refuse_change();

create or replace trigger refuse_removal before delete or truncate on payment
  for each statement execute function refuse_change();

create or replace trigger refuse_removal before delete or truncate on settled_record
  for each statement execute function refuse_change();

create or replace trigger refuse_change before update or delete or truncate on statement_close
  for each statement execute function refuse_change();

create or replace trigger refuse_removal before delete or truncate on operator_action
  for each statement execute function refuse_change();

create or replace trigger refuse_second_end before update on operator_action
  for each row when (old.ended_at is not null) execute function refuse_change();

create or replace trigger refuse_change
  before update of id, user_id, token_hash, scopes, expires_at on personal_token
  for each statement execute function refuse_change();

create or replace trigger refuse_change before update on access_token
  for each statement execute function refuse_change();

create or replace trigger refuse_change before update of id, user_id, client_id on app_grant
  for each statement execute function refuse_change();
