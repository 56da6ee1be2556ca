-- Ends the deliveries of locked endpoints, only a few, because the wallets are locked meanwhile.
create or replace function end_webhook_deliveries_of_locked(
  endpoints text[], new_state webhook_delivery_state
) returns void
language plpgsql as $$
begin
  if end_some_webhook_deliveries(endpoints, new_state, 500) then
    perform enqueue_job('end-deliveries', json_build_object('endpoint_id', ended.id), ended.id)
      from (select unnest(endpoints) order by 1) ended (id);
  end if;
end $$;
