-- The budgets of these grants, for a caller that holds the wallets of their users.
create or replace function read_budgets(payer_ids uuid[], payer_grants text[])
returns locked_budgets
language plpgsql as $$
declare
  locked locked_budgets;
begin
  select array_agg(budget_key(b.user_id, b.grant_id)), array_agg(b)
    into locked.keys, locked.budgets
    from budget b
    where (b.user_id, b.grant_id) in (select * from unnest(payer_ids, payer_grants));
  return locked;
end $$;
