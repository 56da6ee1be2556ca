-- Ends the remaining deliveries of a disabled or deleted endpoint; returns whether there may be
-- more. An endpoint that is active again keeps them.
create or replace function end_left_webhook_deliveries(endpoint text, deliveries_max integer)
returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored_state webhook_endpoint_state;
begin
  select e.state into stored_state from webhook_endpoint e where e.id = endpoint for share;
  return case stored_state
    when 'disabled' then end_some_webhook_deliveries(array[endpoint], 'skipped', deliveries_max)
    when 'deleted' then end_some_webhook_deliveries(array[endpoint], 'cancelled', deliveries_max)
    else false end;
end $$;
grant execute on function end_left_webhook_deliveries to :service_role;
