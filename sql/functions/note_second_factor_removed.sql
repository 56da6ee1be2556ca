-- Notes that a user has one way less to prove who they are: an authenticator app or a passkey.
create or replace function note_second_factor_removed() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform write_user_change(old.user_id, 'second_factor_removed', '');
  return null;
end $$;

create or replace trigger note_second_factor_removed after delete on authenticator
  for each row when (old.confirmed_at is not null) execute function note_second_factor_removed();

create or replace trigger note_second_factor_removed after delete on passkey
  for each row execute function note_second_factor_removed();
