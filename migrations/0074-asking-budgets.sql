-- A budget may let single payments wait for their user's approval, with or without a limit.
alter table budget
  alter limit_msat drop not null,
  -- A payment above this amount waits for approval: 0 for every payment, null for none.
  add column ask_above_msat bigint check (ask_above_msat >= 0 and ask_above_msat % 1000 = 0),
  add constraint budget_limits_or_asks check (num_nonnulls(limit_msat, ask_above_msat) > 0),
  -- What a user sends in all never waits.
  add constraint budget_of_user_only_limits check (grant_id <> '*' or ask_above_msat is null);
