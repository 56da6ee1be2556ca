-- Disables endpoints of expired tokens every minute, because no transaction ends a token when it
-- expires. Returns how many endpoints it disabled.
create or replace function disable_endpoints_of_expired_tokens(
  at timestamptz, endpoints_max integer
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  endpoints text[];
begin
  select array_agg(expired.id) into endpoints from (
    select e.id from webhook_endpoint e
      join personal_token t on t.id = e.token_id and t.expires_at <= at
      where e.token_id is not null and e.state = 'active'
      order by e.id
      limit endpoints_max
  ) expired;
  return (
    select count(*) from disable_webhook_endpoints(coalesce(endpoints, '{}'), 'token_ended', at));
end $$;
grant execute on function disable_endpoints_of_expired_tokens to :service_role;
