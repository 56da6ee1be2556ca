-- The most that a grant may spend in each day, week, month or year, or in all. A budget needs no
-- lock of its own: who reads it to decide, or writes it, holds its user's wallet.

create type budget_interval as enum ('day', 'week', 'month', 'year', 'ever');

create table budget (
  user_id uuid not null references wallet,
  -- As payments bear it: a personal token, or an app grant.
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
grant select on budget to :service_role;

create type grant_spending as (
  spent_msat bigint,
  -- When the newest of the payments counts.
  newest_at timestamptz
);

-- Budgets as a list of payments has used them so far.
create type locked_budgets as (
  -- User and grant of each.
  keys text[],
  budgets budget[]
);

-- What one payment means to the budget of its grant; all null when the grant has none.
create type budget_claim as (
  -- In the list of budgets.
  place integer,
  -- As it is when the payment is accepted, and where the payment counts if it comes late.
  budget budget,
  counted_at timestamptz,
  refusal money_answer
);
