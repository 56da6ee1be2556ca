-- Locks the wallets of these users (nulls and repeats do no harm) in the one order that all keep.
-- The holder of a user's wallet is alone with all that belongs to that user's money, budgets too,
-- until their transaction ends.
create or replace function lock_wallets(ids uuid[]) returns locked_wallets
language plpgsql as $$
declare
  wallets locked_wallets;
begin
  select array_agg(locked.user_id), array_agg(locked.wallet_msat), bool_or(locked.has_budgets)
    into wallets.user_ids, wallets.balances_msat, wallets.has_budgets
    from (
      select w.user_id, w.wallet_msat, w.has_budgets from wallet w
        where w.user_id = any (ids) order by w.user_id for no key update
    ) locked;
  return wallets;
end $$;
