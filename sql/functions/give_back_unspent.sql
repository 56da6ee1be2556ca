-- Gives back to its budgets what an ended withdrawal did not use, as for a payment of the same time.
-- The wallet is locked.
create or replace function give_back_unspent(owed withdrawal, unspent_msat bigint) returns void
language plpgsql as $$
declare
  spending payment;
begin
  spending.user_id := owed.user_id;
  spending.grant_id := owed.grant_id;
  spending.created_at := owed.created_at;
  spending.counted_at := owed.counted_at;
  perform write_budgets(give_back_to_budget(
    read_budgets(array[owed.user_id], array[owed.grant_id]), spending, unspent_msat));
end $$;
