-- Addresses that can be used once: whoever holds one may do the one thing that it is for.

create type link_kind as enum ('set_up', 'invitation', 'sign_up', 'password_reset', 'email_change');

create table one_time_link (
  -- SHA-256 of the token in the address, which stands nowhere else.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  kind link_kind not null,
  -- Whose account it changes; null where it makes one.
  user_id uuid references wallet_user,
  -- The user's when the link was made: with his sessions his links end too.
  session_epoch integer,
  -- Of the account to be; null where whoever comes names his own.
  email text check (email = lower(email)),
  name text,
  password_hash text,
  makes_admin boolean not null default false,
  -- A reset for somebody who lost his second factor too.
  removes_second_factor boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) = (session_epoch is null)),
  check ((kind in ('password_reset', 'email_change')) = (user_id is not null)),
  check (kind not in ('sign_up', 'email_change') or email is not null),
  check ((kind = 'sign_up') = (password_hash is not null)),
  check (not makes_admin or kind in ('set_up', 'invitation')),
  check (not removes_second_factor or kind = 'password_reset')
);
create index one_time_link_by_end on one_time_link (expires_at);
create index one_time_link_by_user on one_time_link (user_id) where user_id is not null;
call grant_to_service('select, insert, delete on one_time_link');

-- Where no mail goes out, the operator sees who asked for a new password.
alter table wallet_user add column reset_asked_at timestamptz;
call grant_to_service('update (reset_asked_at) on wallet_user');
