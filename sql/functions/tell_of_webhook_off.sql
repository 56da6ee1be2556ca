-- Tells a user of an endpoint that was switched off because it did not work: those that users end
-- themselves are no news.
create or replace function tell_of_webhook_off() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform add_notice(new.user_id, 'webhook_off', new.id,
    jsonb_build_object('endpointId', new.id, 'url', new.url));
  return null;
end $$;

create or replace trigger tell_of_webhook_off after update on webhook_endpoint
  for each row when (
    old.state = 'active' and new.state = 'disabled'
    and new.disabled_reason in ('failing', 'gone', 'refused'))
  execute function tell_of_webhook_off();
