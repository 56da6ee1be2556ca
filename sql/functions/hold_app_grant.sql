-- Holds the grant of an endpoint's maker, and answers whether it is live; it cannot be revoked
-- before this transaction ends. A maker is an app (its client id), a personal token (its id), or
-- null for the user on the pages.
create or replace function hold_app_grant(owner_id uuid, maker text) returns boolean
language plpgsql as $$
begin
  if maker is null then
    return true;
  end if;
  perform from app_grant g
    where g.user_id = owner_id and g.client_id = maker and g.revoked_at is null for share;
  if found then
    return true;
  end if;
  perform from personal_token t
    where t.id = maker and t.user_id = owner_id and t.revoked_at is null for share;
  return found;
end $$;
