-- Limits of custody: how much a user may have here, and how much they may send per day. See
-- docs/accounts.md.

create table user_limit (
  user_id uuid primary key references wallet,
  -- Null: the default of the service. 0: none, whatever the default.
  max_balance_sat bigint check (max_balance_sat >= 0),
  max_send_day_sat bigint check (max_send_day_sat >= 0)
);
grant select on user_limit to :service_role;

-- What a user may send per day is a budget of the grant '*', which stands for all that they send.
-- So one payment may have two budgets: that of its grant, and that of its user.
alter type budget_claim add attribute user_place integer;
alter type budget_claim add attribute user_budget budget;
