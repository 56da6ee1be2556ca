-- Locks an endpoint as its owner sees it: apps and tokens see their own, users on the pages all of
-- theirs. Null when there is none.
create or replace function lock_webhook_endpoint(owner_id uuid, maker text, endpoint text)
returns webhook_endpoint
language plpgsql as $$
declare
  locked webhook_endpoint;
begin
  select * into locked from webhook_endpoint e
    where e.id = endpoint and e.user_id = owner_id and e.state <> 'deleted'
      and (maker is null or e.client_id = maker or e.token_id = maker)
    for no key update;
  return locked;
end $$;
