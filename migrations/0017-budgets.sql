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
  -- that is held for them, the failed ones nothing. See read_spending.
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

create type grant_spending as (
  spent_msat bigint,
  -- When the newest of the payments counts.
  newest_at timestamptz
);

-- What a grant has spent from a moment on. Its user's wallet is locked.
create function read_spending(payer_id uuid, payer_grant text, since timestamptz)
returns grant_spending
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
  select coalesce(sum(case
        when p.state <> 'settled' then p.held_msat
        when p.path = 'internal' then (p.amount_msat + 999) / 1000 * 1000
        else least((p.amount_msat + p.fee_msat + 999) / 1000 * 1000, p.held_msat) end), 0),
      max(coalesce(p.counted_at, p.created_at))
    into spending
    from (
      select p.* from settled_record r join payment p on p.id = r.id
        where r.user_id = payer_id and r.direction = 'outgoing' and r.created_at >= since
          and p.counted_at is null
      union all
      select p.* from payment p
        where p.user_id = payer_id and p.counted_at >= since and p.state = 'settled'
      union all
      select p.* from payment p
        where p.user_id = payer_id and coalesce(p.counted_at, p.created_at) >= since
          and p.state in ('reserved', 'dispatching', 'in_flight', 'unknown')
    ) p
    where p.grant_id = payer_grant;
  return spending;
end $$;

create function set_budget(
  payer_id uuid, payer_grant text, new_limit_msat bigint, new_interval budget_interval,
  new_expires_at timestamptz, at timestamptz
) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  new_start timestamptz := budget_window_start(new_interval, at);
  spending grant_spending;
begin
  perform lock_wallets(array[payer_id]);
  spending := read_spending(payer_id, payer_grant, new_start);
  -- A window that a process with its clock ahead has opened stays open.
  if budget_window_start(new_interval, spending.newest_at) > new_start then
    new_start := budget_window_start(new_interval, spending.newest_at);
    spending := read_spending(payer_id, payer_grant, new_start);
  end if;
  insert into budget as b
      (user_id, grant_id, limit_msat, interval, expires_at, window_start, used_msat)
    values (payer_id, payer_grant, new_limit_msat, new_interval, new_expires_at, new_start,
      spending.spent_msat)
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

revoke execute on function read_spending, set_budget, remove_budget from public;
call grant_to_service('execute on function set_budget');
call grant_to_service('execute on function remove_budget');
