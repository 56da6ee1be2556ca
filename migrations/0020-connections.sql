-- A user's standing permission for an app. A new consent joins the live one.
create table connection (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  client_id text collate "C" not null references client,
  -- All that was ever granted; what a token may do is its own.
  scopes text not null,
  -- Tokens of an earlier generation are dead: one update ends all of them, whoever is just about
  -- to write another.
  token_generation integer not null default 1,
  created_at timestamptz not null,
  -- Written at most once in a minute.
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index connection_live on connection (user_id, client_id) where revoked_at is null;
create index connection_by_client on connection (client_id);
call grant_to_service(
  'select, insert, update (scopes, token_generation, last_used_at, revoked_at) on connection');

-- Everything below is stored as SHA-256 of what was issued.

-- A question of an app that waits for its user.
create table authorization_request (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  client_id text collate "C" not null references client,
  -- What the app asked, and the answer until it is taken back to the app.
  payload text not null,
  expires_at timestamptz not null
);
create index authorization_request_by_end on authorization_request (expires_at);
create index authorization_request_by_client on authorization_request (client_id);
call grant_to_service('select, insert, delete, update (payload) on authorization_request');

create table authorization_code (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  connection_id uuid not null references connection,
  generation integer not null,
  redirect_uri text not null,
  scopes text not null,
  -- SHA-256 of the code verifier in base64url (RFC 7636, 4.2), of "plain" as well.
  code_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index authorization_code_by_end on authorization_code (expires_at);
create index authorization_code_by_connection on authorization_code (connection_id);
call grant_to_service(
  'select, insert, delete, update (consumed_at) on authorization_code');

create table refresh_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  connection_id uuid not null references connection,
  generation integer not null,
  scopes text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used up; kept until its end, so that another use of it is noticed.
  consumed_at timestamptz
);
create index refresh_token_by_end on refresh_token (expires_at);
call grant_to_service('select, insert, delete, update (consumed_at) on refresh_token');

create table access_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  connection_id uuid not null references connection,
  generation integer not null,
  scopes text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index access_token_by_end on access_token (expires_at);
call grant_to_service('select, insert, delete on access_token');
