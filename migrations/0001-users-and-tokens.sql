-- The people whose wallets these are, their personal tokens, and the apps that they registered.

-- What the service's role may do stands beside each table. Where it owns the tables itself, a
-- grant changes nothing.
create procedure grant_to_service(privileges text)
language plpgsql as $$
begin
  execute format('grant %s to %I', privileges, current_setting('satchel.service_role'));
end $$;
revoke execute on procedure grant_to_service from public;

create table wallet_user (
  id uuid primary key,
  -- 20 letters and digits, for ever; also the value of keysend record 696969.
  identifier text collate "C" not null unique,
  email text not null unique check (email = lower(email)),
  name text,
  avatar text,
  nostr_pubkey text,
  password_hash text not null,
  is_admin boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null
);
call grant_to_service('select, insert on wallet_user');
call grant_to_service(
  'update (name, avatar, nostr_pubkey, password_hash, disabled_at) on wallet_user');

create table personal_token (
  id text collate "C" primary key,
  user_id uuid not null references wallet_user,
  -- SHA-256 of the token, which is shown once and stored nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  name text not null,
  -- Scope names with spaces between them (RFC 6749, section 3.3).
  scopes text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index personal_token_by_user on personal_token (user_id, created_at);
call grant_to_service('select, insert, update (revoked_at) on personal_token');

create table client (
  id text collate "C" primary key,
  owner_user_id uuid not null references wallet_user,
  name text not null,
  url text not null,
  callback text not null,
  -- Null for a public client, which cannot keep a secret.
  secret_hash bytea check (octet_length(secret_hash) = 32),
  created_at timestamptz not null
);
create index client_by_owner on client (owner_user_id, created_at);
call grant_to_service('select, insert on client');
