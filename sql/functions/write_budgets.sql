-- Writes changed budgets. The wallets of their users are locked.
create or replace function write_budgets(locked locked_budgets) returns void
language plpgsql as $$
begin
  update budget b set window_start = n.window_start, used_msat = n.used_msat
    from unnest(locked.budgets) n
    where b.user_id = n.user_id and b.grant_id = n.grant_id
      and (b.window_start, b.used_msat) <> (n.window_start, n.used_msat);
end $$;
