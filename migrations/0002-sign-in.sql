-- Browser sessions, what users sign in with besides their password, and one-time links.

-- Browsers that come back, and whether a user is signed in there.
create table session (
  id uuid primary key,
  -- SHA-256 of the secret in the browser's cookie, which is not stored anywhere else.
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  -- Null for a guest.
  user_id uuid references wallet_user,
  session_epoch integer,
  -- Null for guests, and while the second factor is missing.
  signed_in_at timestamptz,
  -- When they last proved their identity; dangerous actions require that to be recent.
  confirmed_at timestamptz,
  -- What a passkey must sign, once.
  challenge text,
  challenge_expires_at timestamptz,
  -- Where to go after signing in: a path of ours.
  return_to text check (return_to like '/%'),
  -- Shown on the next page.
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
grant select, insert, delete, update (confirmed_at, challenge, challenge_expires_at, return_to,
  notice_kind, notice, last_seen_at, expires_at) on session to :service_role;

create table authenticator (
  user_id uuid primary key references wallet_user,
  -- AES-256-GCM under a key that is not in the database: nonce, ciphertext, tag.
  sealed_secret bytea not null,
  -- Null until a first code proves that the app has the secret: codes are required only after that.
  confirmed_at timestamptz,
  -- The newest time step (RFC 6238) whose code was accepted: no code works twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
grant select, insert, delete, update (sealed_secret, confirmed_at, last_step, created_at)
  on authenticator to :service_role;

create table backup_code (
  user_id uuid not null references wallet_user,
  -- SHA-256 of the code: 80 random bits need no slow hash.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, delete, update (used_at) on backup_code to :service_role;

create table passkey (
  -- The credential's id as browsers write it (base64url).
  id text collate "C" primary key,
  user_id uuid not null references wallet_user,
  -- COSE (RFC 9052).
  public_key bytea not null,
  -- Never decreases; stays 0 for keys that do not count.
  sign_count bigint not null check (sign_count >= 0),
  -- How the key can be reached, separated by spaces.
  transports text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_by_user on passkey (user_id, created_at);
grant select, insert, delete, update (sign_count, last_used_at) on passkey to :service_role;

create type link_kind as enum (
  'set_up', 'invitation', 'sign_up', 'password_reset', 'email_change',
  -- Lets the owner of a mailbox mark a browser as theirs, apart from those of guessing strangers.
  'known_browser');

-- Addresses that work once: anyone who has one may do the one thing it is for. A sign-up link only
-- proves an address: the person who opens it chooses the password.
create table one_time_link (
  -- SHA-256 of the token in the address, which is not stored anywhere else.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  kind link_kind not null,
  -- The account that it changes; null where it creates one.
  user_id uuid references wallet_user,
  -- The user's epoch when the link was made: links end together with sessions.
  session_epoch integer,
  -- Address of the new account; null where people enter their own.
  email text check (email = lower(email)),
  makes_admin boolean not null default false,
  -- A reset for someone who has also lost their second factor.
  removes_second_factor boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) = (session_epoch is null)),
  check ((kind in ('password_reset', 'email_change', 'known_browser')) = (user_id is not null)),
  check (kind not in ('sign_up', 'email_change') or email is not null),
  constraint one_time_link_check4 check (not makes_admin or kind in ('set_up', 'invitation')),
  constraint one_time_link_check5 check (not removes_second_factor or kind = 'password_reset')
);
create index one_time_link_by_end on one_time_link (expires_at);
create index one_time_link_by_user on one_time_link (user_id) where user_id is not null;
-- For each address, only the newest sign-up link works.
create unique index one_time_link_sign_up on one_time_link (email) where kind = 'sign_up';
grant select, insert, delete, update (token_hash, created_at, expires_at) on one_time_link
  to :service_role;

-- How often something that must not be guessed was tried recently: a password, a code.
create table attempt (
  -- SHA-256 of what is counted: names without an account are counted like all others.
  key bytea primary key check (octet_length(key) = 32),
  -- When all attempts will be available again.
  forgotten_at timestamptz not null
);
create index attempt_by_age on attempt (forgotten_at);
grant select, insert, update, delete on attempt to :service_role;

-- The secret key that this database was first started with: no other opens what it has sealed.
create table bound_secret_key (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);
grant select, insert (fingerprint) on bound_secret_key to :service_role;
