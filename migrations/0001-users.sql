-- Users with their wallets, and their personal tokens.

-- The rights of the service's role are granted beside each table: `:service_role` is its name. If
-- that role owns the tables itself, a grant changes nothing.

create table wallet_user (
  id uuid primary key,
  -- 20 letters and digits, permanent; also the value of keysend record 696969.
  identifier text collate "C" not null unique,
  email text not null unique check (email = lower(email)),
  name text,
  avatar text,
  nostr_pubkey text,
  password_hash text not null,
  is_admin boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null,
  -- Grows when all sessions of a user end together: because of a new password or address, with
  -- their account, or at their wish. A session of a lower number has ended, whenever it was
  -- written, and so has a link in an old mailbox.
  session_epoch integer not null default 1,
  -- Without mail, the operator sees who asked for a new password.
  reset_asked_at timestamptz
);
grant select, insert, update (name, avatar, nostr_pubkey, password_hash, disabled_at, email,
  session_epoch, reset_asked_at) on wallet_user to :service_role;

create table personal_token (
  id text collate "C" primary key,
  user_id uuid not null references wallet_user,
  -- SHA-256 of the token, which is shown once and not stored anywhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  name text not null,
  -- Scope names separated by spaces (RFC 6749, section 3.3).
  scopes text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index personal_token_by_user on personal_token (user_id, created_at);
grant select, insert, update (revoked_at) on personal_token to :service_role;
