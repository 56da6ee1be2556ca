-- Identifies a budget in the lists of locked_budgets.
create or replace function budget_key(payer_id uuid, payer_grant text) returns text
language sql immutable as $$
  select payer_id::text || ' ' || payer_grant
$$;
