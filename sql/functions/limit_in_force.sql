-- A limit of custody in sats, null for none: the one of a user, else the default of the service. Of
-- their own, 0 means none whatever the default.
create or replace function limit_in_force(own_sat bigint, default_sat bigint) returns bigint
language sql immutable as $$
  select nullif(coalesce(own_sat, default_sat), 0)
$$;
grant execute on function limit_in_force to :service_role;
