-- When a user first signed in from a browser at an address; null for those known before.
alter table sign_in_place add column first_at timestamptz;
alter table sign_in_place alter column first_at set default clock_timestamp();

-- When something that protects a user was last changed: what operators look for first where money
-- leaves fast. It is read for a day, and then forgotten.
create table user_change (
  user_id uuid not null references wallet,
  kind text not null
    check (kind in ('password', 'email', 'second_factor_removed', 'limit_raised', 'budget_raised')),
  -- The grant whose budget was raised; '' for other kinds.
  subject text collate "C" not null,
  at timestamptz not null default clock_timestamp(),
  primary key (user_id, kind, subject)
);
grant select on user_change to :service_role;
