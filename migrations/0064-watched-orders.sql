-- Pages that watch a payment, and the list of failed ones, read orders here too. Conditions stand as
-- those of the indexes do, so that these are reached.
create or replace view outgoing_order with (security_invoker) as
  select id, user_id, grant_id, identifier, amount_msat, held_msat, created_at, counted_at,
    ended_at, fee_msat is not null as is_settled, failure_reason is not null as is_failed,
    -- Failed, and what it was for has not been forgotten.
    failure_reason is not null and (bolt11 <> '' or memo is not null or records <> '{}')
      as is_failed_and_kept,
    state::text as state
  from payment;
