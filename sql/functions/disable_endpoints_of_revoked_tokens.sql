-- A webhook endpoint ends with the personal token that created it.
create or replace function disable_endpoints_of_revoked_tokens() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  revoked_at timestamptz;
  endpoints text[];
begin
  select max(n.revoked_at), array_agg(e.id)
    into revoked_at, endpoints
    from new_rows n
    join old_rows o on o.id = n.id
    join webhook_endpoint e on e.token_id = n.id and e.state = 'active'
    where n.revoked_at is not null and o.revoked_at is null;
  if endpoints is not null then
    perform disable_webhook_endpoints(endpoints, 'token_ended', revoked_at);
  end if;
  return null;
end $$;

create or replace trigger disable_endpoints_of_revoked_tokens after update on personal_token
  referencing old table as old_rows new table as new_rows
  for each statement execute function disable_endpoints_of_revoked_tokens();
