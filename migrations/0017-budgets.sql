-- The most that a grant may spend in each day, week, month or year, or in all. A budget needs no
-- lock of its own: whoever reads it to decide, or writes it, holds its user's wallet.

create type budget_interval as enum ('day', 'week', 'month', 'year', 'ever');

-- Windows of the calendar in UTC, weeks from Monday; the one window of `ever` begins in 1970.
create function budget_window_start(kind budget_interval, at timestamptz) returns timestamptz
language sql immutable as $$
  select case kind
    when 'day' then date_trunc('day', at at time zone 'UTC') at time zone 'UTC'
    when 'week' then date_trunc('week', at at time zone 'UTC') at time zone 'UTC'
    when 'month' then date_trunc('month', at at time zone 'UTC') at time zone 'UTC'
    when 'year' then date_trunc('year', at at time zone 'UTC') at time zone 'UTC'
    when 'ever' then to_timestamp(0)
  end
$$;

create table budget (
  user_id uuid not null references wallet,
  -- As payments bear it: a personal token, or an app's connection.
  grant_id text collate "C" not null,
  limit_msat bigint not null check (limit_msat > 0 and limit_msat % 1000 = 0),
  interval budget_interval not null,
  expires_at timestamptz,
  -- The window of the newest payment, or of the last change. A window that has begun since then is
  -- opened by its first payment.
  window_start timestamptz not null,
  -- What all payments of the grant that count in this window have cost so far: the open ones all
  -- that is held for them, the failed ones nothing.
  used_msat bigint not null check (used_msat >= 0 and used_msat % 1000 = 0),
  primary key (user_id, grant_id)
) with (fillfactor = 50);
call grant_to_service('select on budget');

-- Told together with the lock, so that users without budgets pay nothing for those of others.
alter table wallet add column has_budgets boolean not null default false;

-- A payment counts in the window in which it was ordered. Null but for a payment whose process had
-- its clock behind that of others, which had opened a later window already: then it is the start of
-- that window, as no window is opened twice.
alter table payment add column counted_at timestamptz check (counted_at > created_at);
create index payment_counted_later on payment (user_id, counted_at) where counted_at is not null;

-- What a payment takes of its budget.
create function payment_cost_msat(p payment) returns bigint
language sql immutable as $$
  select case
    when p.state = 'failed' then 0
    when p.state <> 'settled' then p.held_msat
    when p.path = 'internal' then (p.amount_msat + 999) / 1000 * 1000
    else least((p.amount_msat + p.fee_msat + 999) / 1000 * 1000, p.held_msat)
  end
$$;

create type grant_spending as (
  spent_msat bigint,
  -- When the newest of the payments counts.
  newest_at timestamptz
);

-- What a grant has spent from a moment on, by payments that settled up to this number of its user's
-- records. They stay as they are, so nothing needs to be locked.
create function read_past_spending(
  payer_id uuid, payer_grant text, since timestamptz, last_seq bigint
) returns grant_spending
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  spending grant_spending;
begin
  select coalesce(sum(past.cost_msat), 0), max(past.counted_at)
    into spending
    from (
      select payment_cost_msat(p), p.created_at
        from settled_record r join payment p on p.id = r.id
        where r.user_id = payer_id and r.direction = 'outgoing' and r.created_at >= since
          and r.seq <= last_seq and p.counted_at is null and p.grant_id = payer_grant
      union all
      select payment_cost_msat(p), p.counted_at
        from payment p join settled_record r on r.id = p.id
        where p.user_id = payer_id and p.counted_at >= since
          and r.seq <= last_seq and p.grant_id = payer_grant
    ) past (cost_msat, counted_at);
  return spending;
end $$;

-- And by all others: those that settled later, and those that are open. The wallet is locked.
create function read_newest_spending(
  payer_id uuid, payer_grant text, since timestamptz, last_seq bigint
) returns grant_spending
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  spending grant_spending;
begin
  select coalesce(sum(newest.cost_msat), 0), max(newest.counted_at)
    into spending
    from (
      select payment_cost_msat(p), coalesce(p.counted_at, p.created_at), p.grant_id
        from settled_record r join payment p on p.id = r.id
        where r.user_id = payer_id and r.seq > last_seq
      union all
      select payment_cost_msat(p), coalesce(p.counted_at, p.created_at), p.grant_id
        from payment p
        where p.user_id = payer_id
          and p.state in ('reserved', 'dispatching', 'in_flight', 'unknown')
    ) newest (cost_msat, counted_at, grant_id)
    where newest.grant_id = payer_grant and newest.counted_at >= since;
  return spending;
end $$;

-- A long past is read before the wallet is locked, as nobody can pay or be paid meanwhile.
create function set_budget(
  payer_id uuid, payer_grant text, new_limit_msat bigint, new_interval budget_interval,
  new_expires_at timestamptz, at timestamptz
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

  -- The same windows: what is used stays, if its window does.
  update budget b set
      limit_msat = new_limit_msat, expires_at = new_expires_at,
      window_start = greatest(b.window_start, new_start),
      used_msat = case when b.window_start < new_start then 0 else b.used_msat end
    where b.user_id = payer_id and b.grant_id = payer_grant and b.interval = new_interval;
  if found then
    return;
  end if;

  newest := read_newest_spending(payer_id, payer_grant, new_start, last_seq);
  -- A window that a process with its clock ahead has opened stays open.
  newest_start := budget_window_start(new_interval, greatest(past.newest_at, newest.newest_at));
  if newest_start > new_start then
    new_start := newest_start;
    past := read_past_spending(payer_id, payer_grant, new_start, last_seq);
    newest := read_newest_spending(payer_id, payer_grant, new_start, last_seq);
  end if;
  insert into budget as b
      (user_id, grant_id, limit_msat, interval, expires_at, window_start, used_msat)
    values (payer_id, payer_grant, new_limit_msat, new_interval, new_expires_at, new_start,
      coalesce(past.spent_msat, 0) + newest.spent_msat)
    on conflict (user_id, grant_id) do update set
      limit_msat = excluded.limit_msat, interval = excluded.interval,
      expires_at = excluded.expires_at, window_start = excluded.window_start,
      used_msat = excluded.used_msat;
  update wallet w set has_budgets = true where w.user_id = payer_id and not w.has_budgets;
end $$;

create function remove_budget(payer_id uuid, payer_grant text) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform lock_wallets(array[payer_id]);
  delete from budget b where b.user_id = payer_id and b.grant_id = payer_grant;
  update wallet w set has_budgets = exists (select from budget b where b.user_id = payer_id)
    where w.user_id = payer_id;
end $$;

revoke execute on function payment_cost_msat, read_past_spending, read_newest_spending, set_budget,
  remove_budget from public;
call grant_to_service('execute on function set_budget');
call grant_to_service('execute on function remove_budget');
