-- What admins see of users, and of those they invited.

-- Invitations and what became of them. The link itself is in `one_time_link` as long as it works.
-- Rows are removed some time after the invitation has ended.
create table invitation (
  -- Of the link.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- Null where people enter their own, and once it is used: their account has it then.
  email text check (email = lower(email)),
  makes_admin boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The account that it created.
  user_id uuid references wallet_user,
  withdrawn_at timestamptz,
  check ((used_at is null) = (user_id is null)),
  check (used_at is null or (email is null and withdrawn_at is null))
);
create index invitation_by_end on invitation (expires_at desc, token_hash);
create index invitation_of_user on invitation (user_id) where user_id is not null;
grant select, insert, delete, update (email, used_at, user_id, withdrawn_at) on invitation
  to :service_role;

insert into invitation (token_hash, email, makes_admin, created_at, expires_at)
  select token_hash, email, makes_admin, created_at, expires_at
  from one_time_link where kind = 'invitation';

-- Strangers can ask for a new password in the name of any user: only some are shown, the first
-- ones.
create index wallet_user_reset_asked on wallet_user (reset_asked_at, id)
  where reset_asked_at is not null;

-- Alarms of one kind, so that a filter does not walk through those that it leaves out. The order is
-- none that another index has: a plan would use that one for a kind of which there are few.
drop index alarm_by_kind;
create index alarm_of_kind
  on alarm (kind, (acknowledged_at is null), last_at desc nulls last, id desc nulls last);

-- Few are parked, among any number that wait.
create index job_parked_by_age on job (id) where parked_at is not null;
