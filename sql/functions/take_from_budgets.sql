-- Takes the claim of an accepted payment from its budgets.
create or replace function take_from_budgets(locked locked_budgets, claim budget_claim)
returns locked_budgets
language plpgsql immutable as $$
begin
  if claim.place is not null then
    locked.budgets[claim.place] := claim.budget;
  end if;
  if claim.user_place is not null then
    locked.budgets[claim.user_place] := claim.user_budget;
  end if;
  return locked;
end $$;
