-- Ends the replacing of a secret key: nothing is sealed under the old one any more. False if no
-- rotation to this key is under way.
create or replace function end_key_rotation(new_key bytea) returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update bound_secret_key set old_fingerprint = null
    where fingerprint = new_key and old_fingerprint is not null;
  return found;
end $$;
grant execute on function end_key_rotation to :service_role;
