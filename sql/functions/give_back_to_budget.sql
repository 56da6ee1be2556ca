-- Gives back to budgets what an ended payment did not use, in the windows in which it counts, if
-- they are still the open ones. A budget never prevents a payment from ending.
create or replace function give_back_to_budget(
  locked locked_budgets, ended payment, unspent_msat bigint
) returns locked_budgets
language plpgsql stable as $$
declare
  place integer;
  b budget;
begin
  foreach place in array array[
    array_position(locked.keys, budget_key(ended.user_id, ended.grant_id)),
    array_position(locked.keys, budget_key(ended.user_id, '*'))]
  loop
    b := locked.budgets[place];
    if coalesce(ended.counted_at, ended.created_at) >= b.window_start then
      locked.budgets[place].used_msat := greatest(b.used_msat - unspent_msat, 0);
    end if;
  end loop;
  return locked;
end $$;
