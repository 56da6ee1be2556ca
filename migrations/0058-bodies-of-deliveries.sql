-- The body of a message is that of its settled record, unless it has one of its own here: as test
-- events have, and all events that belong to no record.
alter table webhook_delivery rename column test_body to body;
-- Test events are removed a while after they ended. All others stay as long as their endpoint.
alter table webhook_delivery add column is_test boolean not null default false;
update webhook_delivery set is_test = true where body is not null;
alter table webhook_delivery add constraint webhook_delivery_test_has_body
  check (body is not null or not is_test) not valid;
drop index webhook_delivery_ended_test;
create index webhook_delivery_ended_test on webhook_delivery (done_at) where is_test;
