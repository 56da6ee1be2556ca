-- Locks the wallets of these users (nulls and repeats do no harm) in the one order used everywhere.
-- Until its transaction ends, the holder of a user's wallet has exclusive access to everything
-- about that user's money, budgets included.
create or replace function lock_wallets(ids uuid[]) returns locked_wallets
language plpgsql as $$
declare
  wallets locked_wallets;
begin
  select array_agg(locked.user_id), array_agg(locked.wallet_msat), bool_or(locked.has_budgets),
      array_agg(locked.user_id) filter (where locked.is_closed)
    into wallets.user_ids, wallets.balances_msat, wallets.has_budgets, wallets.closed_ids
    from (
      select w.user_id, w.wallet_msat, w.has_budgets, w.is_closed from wallet w
        where w.user_id = any (ids) order by w.user_id for no key update
    ) locked;
  return wallets;
end $$;
