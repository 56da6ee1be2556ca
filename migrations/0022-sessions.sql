-- Browsers that come back, and whether somebody is signed in there.

-- Grows when all sessions of a user end at once: with his password, with his account, or because
-- he wants it. A session of an older number is over, whenever it was written.
alter table wallet_user add column session_epoch integer not null default 1;
call grant_to_service('update (email, session_epoch) on wallet_user');

create table session (
  id uuid primary key,
  -- SHA-256 of the secret in the browser's cookie, which stands nowhere else.
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  -- Null: a guest.
  user_id uuid references wallet_user,
  session_epoch integer,
  -- Null for guests, and while the second factor is still owed.
  signed_in_at timestamptz,
  -- When he last proved who he is; what is dangerous wants that to be recent.
  confirmed_at timestamptz,
  -- What a passkey must sign, once.
  challenge text,
  challenge_expires_at timestamptz,
  -- Where to go on after signing in: a path of ours.
  return_to text check (return_to like '/%'),
  -- For the next page that is shown.
  notice_kind text check (notice_kind in ('done', 'problem')),
  notice text,
  device text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) = (session_epoch is null)),
  check (user_id is not null or (signed_in_at is null and confirmed_at is null)),
  check ((challenge is null) = (challenge_expires_at is null)),
  check ((notice is null) = (notice_kind is null))
);
create index session_by_user on session (user_id) where user_id is not null;
create index session_by_end on session (expires_at);
call grant_to_service('select, insert, delete on session');
call grant_to_service('update (
  confirmed_at, challenge, challenge_expires_at, return_to, notice_kind, notice,
  last_seen_at, expires_at)
  on session');
