-- Tells a user of a request for money. Ten thousand unread ones are one notice, which leads to the
-- list of them.
create or replace function tell_of_request() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform add_notice(new.payer_id, 'asked', '', jsonb_build_object('requestId', new.id));
  return null;
end $$;

create or replace trigger tell_of_request after insert on money_request
  for each row when (new.payer_id is not null) execute function tell_of_request();
