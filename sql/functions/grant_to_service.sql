-- What the service's role may do stands beside each table. Where it owns the tables itself, a grant
-- changes nothing.
create or replace procedure grant_to_service(privileges text)
language plpgsql as $$
begin
  execute format('grant %s to %I', privileges, current_setting('satchel.service_role'));
end $$;
revoke execute on procedure grant_to_service from public;
