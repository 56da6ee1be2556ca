-- Answers the body of a test event to older processes, which ask for `d.test_body`: PostgreSQL
-- reads it as test_body(d) as no column has that name any more. So their log of deliveries works
-- during an upgrade; one release later this can go.
create or replace function test_body(d webhook_delivery) returns text
language sql immutable as $$
  select d.body
$$;
grant execute on function test_body to :service_role;
