-- All money that users ordered to be sent, whatever carries it: one row from the order on. Budgets,
-- statements, notices and pages that watch read it here, so that another way to pay joins all of
-- them with one `union all`. Columns that are looked for stand here as they are, and conditions as
-- those of the indexes are, so that these are reached.
create view outgoing_order with (security_invoker) as
  select id, user_id, grant_id, identifier, amount_msat, held_msat, created_at, counted_at,
    ended_at, fee_msat is not null as is_settled, failure_reason is not null as is_failed,
    -- Failed, and what it was for has not been forgotten.
    failure_reason is not null and (bolt11 <> '' or memo is not null or records <> '{}')
      as is_failed_and_kept,
    state::text as state
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
