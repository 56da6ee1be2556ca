-- Sets the budget of a grant: a limit, an amount above which payments wait for approval, or both. A
-- null stands for none. A long past is read before the wallet is locked: while it is locked, its
-- user can neither pay nor be paid.
create or replace function put_budget(
  payer_id uuid, payer_grant text, new_limit_msat bigint, new_ask_above_msat bigint,
  new_interval budget_interval, new_expires_at timestamptz, at timestamptz
) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  new_start timestamptz := budget_window_start(new_interval, at);
  newest_start timestamptz;
  last_seq bigint := 0;
  past grant_spending;
  newest grant_spending;
begin
  if not exists (
    select from budget b
      where b.user_id = payer_id and b.grant_id = payer_grant and b.interval = new_interval)
  then
    select w.record_seq into last_seq from wallet w where w.user_id = payer_id;
    past := read_past_spending(payer_id, payer_grant, new_start, last_seq);
  end if;
  perform lock_wallets(array[payer_id]);

  -- The same windows: the used amount stays if its window does.
  update budget b set
      limit_msat = new_limit_msat, ask_above_msat = new_ask_above_msat,
      expires_at = new_expires_at,
      window_start = greatest(b.window_start, new_start),
      used_msat = case when b.window_start < new_start then 0 else b.used_msat end
    where b.user_id = payer_id and b.grant_id = payer_grant and b.interval = new_interval;
  if found then
    return;
  end if;

  newest := read_newest_spending(payer_id, payer_grant, new_start, last_seq);
  -- A window opened by a process whose clock was ahead stays open.
  newest_start := budget_window_start(new_interval, greatest(past.newest_at, newest.newest_at));
  if newest_start > new_start then
    new_start := newest_start;
    past := read_past_spending(payer_id, payer_grant, new_start, last_seq);
    newest := read_newest_spending(payer_id, payer_grant, new_start, last_seq);
  end if;
  insert into budget as b
      (user_id, grant_id, limit_msat, ask_above_msat, interval, expires_at, window_start, used_msat)
    values (payer_id, payer_grant, new_limit_msat, new_ask_above_msat, new_interval,
      new_expires_at, new_start, coalesce(past.spent_msat, 0) + newest.spent_msat)
    on conflict (user_id, grant_id) do update set
      limit_msat = excluded.limit_msat, ask_above_msat = excluded.ask_above_msat,
      interval = excluded.interval,
      expires_at = excluded.expires_at, window_start = excluded.window_start,
      used_msat = excluded.used_msat;
  update wallet w set has_budgets = true where w.user_id = payer_id and not w.has_budgets;
end $$;
grant execute on function put_budget to :service_role;
