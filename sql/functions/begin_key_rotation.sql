-- Binds the database to a new secret key, and notes the one that it replaces; false if the database
-- is bound to another key or a rotation is under way already.
create or replace function begin_key_rotation(old_key bytea, new_key bytea) returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update bound_secret_key set fingerprint = new_key, old_fingerprint = old_key
    where fingerprint = old_key and old_fingerprint is null;
  return found;
end $$;
grant execute on function begin_key_rotation to :service_role;
