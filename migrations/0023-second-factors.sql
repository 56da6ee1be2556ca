-- What a user signs in with beside his password, or instead of it.

create table authenticator (
  user_id uuid primary key references wallet_user,
  -- AES-256-GCM under a key that the database does not know: nonce, ciphertext, tag.
  sealed_secret bytea not null,
  -- Null until a first code proves that the app has the secret: nobody is asked for codes before.
  confirmed_at timestamptz,
  -- The newest time step (RFC 6238) whose code was accepted: no code counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
call grant_to_service('select, insert, delete on authenticator');
call grant_to_service('update (sealed_secret, confirmed_at, last_step, created_at)
  on authenticator');

create table backup_code (
  user_id uuid not null references wallet_user,
  -- SHA-256 of the code: 80 random bits need no slow hash.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
call grant_to_service('select, insert, delete, update (used_at) on backup_code');

create table passkey (
  -- The credential's id as its browser spells it (base64url).
  id text collate "C" primary key,
  user_id uuid not null references wallet_user,
  -- COSE (RFC 9052).
  public_key bytea not null,
  -- Never falls; keys that keep no count stay at 0.
  sign_count bigint not null check (sign_count >= 0),
  -- How the key can be reached, with spaces between.
  transports text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_by_user on passkey (user_id, created_at);
call grant_to_service('select, insert, delete, update (sign_count, last_used_at) on passkey');
