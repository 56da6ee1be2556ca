-- Sends a message again, with a whole new schedule; a delivery waiting for its next attempt is due
-- immediately. A message gets up to `attempts_max` attempts.
create or replace function replay_webhook_delivery(
  owner_id uuid, app text, endpoint text, message uuid, attempts_max integer
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
  attempts_made integer;
begin
  select d.attempts into attempts_made from webhook_delivery d
    where d.endpoint_id = stored.id and d.message_id = message;
  if attempts_made is null then
    return 'absent';
  elsif stored.state <> 'active' then
    return 'disabled';
  elsif attempts_made >= attempts_max then
    return 'too_often';
  end if;
  update webhook_delivery d set
      state = 'pending', next_at = now(), claimed_until = null, done_at = null,
      trigger = 'manual', attempts_before = d.attempts
    where d.endpoint_id = endpoint and d.message_id = message;
  return 'replayed';
end $$;
grant execute on function replay_webhook_delivery to :service_role;
