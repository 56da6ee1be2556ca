-- Lets a payment of the operator through the gate for what leaves, which no wallet here pays. Answers
-- whether it may leave. Such a payment counts even if it fails.
create or replace function take_order_from_outflow(cost_msat bigint) returns boolean
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  room constant outflow_room := take_one_from_outflow(cost_msat, cost_msat, false);
begin
  return room.is_latched is not true;
end $$;
grant execute on function take_order_from_outflow to :service_role;
