-- Reads the budgets of these grants, and those of their users, for a caller that holds the wallets
-- of these users. The grant '*' stands for everything that a user sends.
create or replace function read_budgets(payer_ids uuid[], payer_grants text[])
returns locked_budgets
language plpgsql as $$
declare
  locked locked_budgets;
begin
  select array_agg(budget_key(b.user_id, b.grant_id)), array_agg(b)
    into locked.keys, locked.budgets
    from budget b
    where (b.user_id, b.grant_id) in (
      select * from unnest(payer_ids, payer_grants)
      union
      select payer_id, '*' from unnest(payer_ids) payer_id);
  return locked;
end $$;
