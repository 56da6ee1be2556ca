-- All money that users ordered to be sent, whatever carries it: one row from the order on. Budgets,
-- statements and notices read it here, so that another way to pay joins all of them with one
-- `union all`. Columns that are looked for stand here as they are, so that indexes are reached.
create view outgoing_order with (security_invoker) as
  select id, user_id, grant_id, identifier, amount_msat, held_msat, created_at, counted_at,
    ended_at, state = 'settled' as is_settled, failure_reason is not null as is_failed
  from payment;
grant select on outgoing_order to :service_role;

-- Money that something other than Lightning carried may have no hash.
alter table settled_record
  alter payment_hash drop not null,
  add constraint settled_record_has_hash
    check (rail <> 'lightning' or payment_hash is not null) not valid;

-- Endpoints choose among all types that there are, and name none twice.
alter table webhook_endpoint
  drop constraint webhook_endpoint_filter_types_check,
  add constraint webhook_endpoint_filter_types_check check (cardinality(filter_types) >= 1);
