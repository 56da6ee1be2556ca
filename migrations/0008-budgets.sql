-- The most that a grant may spend per day, week, month or year, or in total. A budget needs no lock
-- of its own: reading it for a decision, or writing it, requires its user's wallet to be locked.

create type budget_interval as enum ('day', 'week', 'month', 'year', 'ever');

create table budget (
  user_id uuid not null references wallet,
  -- The same as for payments: a personal token or an app grant.
  grant_id text collate "C" not null,
  limit_msat bigint not null check (limit_msat > 0 and limit_msat % 1000 = 0),
  interval budget_interval not null,
  expires_at timestamptz,
  -- The window of the newest payment, or of the last change. A window that has started since is
  -- opened by its first payment.
  window_start timestamptz not null,
  -- What all payments of the grant in this window have cost so far: open ones count everything held
  -- for them, failed ones nothing.
  used_msat bigint not null check (used_msat >= 0 and used_msat % 1000 = 0),
  primary key (user_id, grant_id)
) with (fillfactor = 50);
grant select on budget to :service_role;

create type grant_spending as (
  spent_msat bigint,
  -- The time at which the newest of the payments counts.
  newest_at timestamptz
);

-- Budgets as used so far by a list of payments.
create type locked_budgets as (
  -- User and grant of each.
  keys text[],
  budgets budget[]
);

-- The effect of one payment on the budget of its grant; all null when the grant has none.
create type budget_claim as (
  -- Position in the list of budgets.
  place integer,
  -- The budget after accepting the payment, and where the payment counts if it comes late.
  budget budget,
  counted_at timestamptz,
  refusal money_answer
);
