-- Sends a test event: a delivery without a record, with its own body.
create or replace function send_test_webhook(
  owner_id uuid, app text, endpoint text, message uuid, type webhook_event_type, body text
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
begin
  if stored.id is null then
    return 'absent';
  elsif stored.state <> 'active' then
    return 'disabled';
  end if;
  insert into webhook_delivery
      (endpoint_id, message_id, event_type, body, is_test, state, next_at, trigger)
    values (endpoint, message, type, body, true, 'pending', now(), 'manual');
  return 'sent';
end $$;
grant execute on function send_test_webhook to :service_role;
