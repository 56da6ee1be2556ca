-- Apps, and what their users grant them (OAuth 2.0).

-- A removed app keeps its row: its former app grants, and payments made through them, still refer
-- to it.
create table client (
  id text collate "C" primary key,
  owner_user_id uuid not null references wallet_user,
  name text not null,
  url text not null,
  callback text not null,
  -- Null for a public client, which cannot keep a secret.
  secret_hash bytea check (octet_length(secret_hash) = 32),
  created_at timestamptz not null,
  -- Refuses the PKCE method "plain", which gives no protection where others can see a request.
  s256_only boolean not null default false,
  removed_at timestamptz
);
create index client_by_owner on client (owner_user_id, created_at);
grant select, insert, update (name, url, callback, secret_hash, s256_only, removed_at) on client
  to :service_role;

-- The methods that people came with to an app (RFC 7636, 4.2): its owner learns when "plain" can be
-- refused.
create table client_challenge (
  client_id text collate "C" not null references client,
  method text not null check (method in ('S256', 'plain', 'none')),
  -- Time of a consent, to the day.
  last_at timestamptz not null,
  primary key (client_id, method)
);
grant select, insert, update (last_at) on client_challenge to :service_role;

-- A user's standing permission for an app. A new consent joins the live one.
create table app_grant (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  client_id text collate "C" not null references client,
  -- All scopes ever granted; each token has its own.
  scopes text not null,
  -- Tokens of earlier generations are invalid: one update ends them all, even those about to be
  -- written.
  token_generation integer not null default 1,
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index app_grant_live on app_grant (user_id, client_id) where revoked_at is null;
create index app_grant_by_client on app_grant (client_id);
grant select, insert, update (scopes, token_generation, last_used_at, revoked_at) on app_grant
  to :service_role;

-- All tokens that follow from one code are a family (RFC 9700, 4.14.2): one device or browser in
-- which an app was connected.
create table token_family (
  id uuid primary key,
  app_grant_id uuid not null references app_grant,
  -- Generation of the app grant; families of earlier ones have ended with it.
  generation integer not null,
  begun_at timestamptz not null,
  -- Of a refresh or a call, to the minute.
  last_used_at timestamptz not null,
  -- When its newest refresh token expires.
  expires_at timestamptz not null,
  -- When a refresh token was used twice within the grace time: the app's own haste, or a thief. The
  -- next consent to the app ends the family.
  marked_at timestamptz,
  -- From then on its refresh tokens are refused; its access tokens are removed together with it.
  ended_at timestamptz
);
create index token_family_by_app_grant on token_family (app_grant_id, generation);
create index token_family_by_end on token_family (expires_at);
grant select, insert, delete, update (last_used_at, expires_at, marked_at, ended_at) on token_family
  to :service_role;

-- Everything below is stored as SHA-256 of the issued secret.

-- An authorization request that waits for its user. It expires soon unless a signed-in user looks
-- at it.
create table authorization_request (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  client_id text collate "C" not null references client,
  -- The app's request, and the answer until it returns to the app.
  payload text not null,
  expires_at timestamptz not null
);
create index authorization_request_by_end on authorization_request (expires_at);
create index authorization_request_by_client on authorization_request (client_id);
grant select, insert, delete, update (payload, expires_at) on authorization_request
  to :service_role;

create table authorization_code (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  app_grant_id uuid not null references app_grant,
  generation integer not null,
  redirect_uri text not null,
  scopes text not null,
  -- SHA-256 of the code verifier in base64url (RFC 7636, 4.2), also for "plain".
  code_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index authorization_code_by_end on authorization_code (expires_at);
create index authorization_code_by_app_grant on authorization_code (app_grant_id);
grant select, insert, delete, update (consumed_at) on authorization_code to :service_role;

create table refresh_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  app_grant_id uuid not null references app_grant,
  generation integer not null,
  scopes text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used up; kept until it expires, so that a second use is noticed.
  consumed_at timestamptz,
  family_id uuid not null references token_family
);
create index refresh_token_by_end on refresh_token (expires_at);
create index refresh_token_by_family on refresh_token (family_id);
grant select, insert, delete, update (consumed_at) on refresh_token to :service_role;

create table access_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  app_grant_id uuid not null references app_grant,
  generation integer not null,
  scopes text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  family_id uuid not null references token_family
);
create index access_token_by_end on access_token (expires_at);
create index access_token_by_family on access_token (family_id);
grant select, insert, delete on access_token to :service_role;
