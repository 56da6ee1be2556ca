-- The lowest id that was made at a time or later. Ids begin with the time (UUID, version 7), so that
-- what is newer is found by them.
create or replace function first_id_since(since timestamptz) returns uuid
language sql immutable as $$
  select (lpad(to_hex((extract(epoch from since) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
grant execute on function first_id_since to :service_role;
