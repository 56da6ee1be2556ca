-- A payment has ended: the amount it did not use returns to the window in which it counts, if that
-- is still the open one. A budget never prevents a payment from ending.
create or replace function give_back_to_budget(
  locked locked_budgets, ended payment, unspent_msat bigint
) returns locked_budgets
language plpgsql stable as $$
declare
  place integer := array_position(locked.keys, budget_key(ended.user_id, ended.grant_id));
  b budget := locked.budgets[place];
begin
  if coalesce(ended.counted_at, ended.created_at) >= b.window_start then
    locked.budgets[place].used_msat := greatest(b.used_msat - unspent_msat, 0);
  end if;
  return locked;
end $$;
