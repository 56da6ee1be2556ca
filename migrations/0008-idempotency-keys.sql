create type idempotency_target as enum ('invoice', 'payment', 'batch');

-- A caller's promise that calls with one key are one call.
create table idempotency_key (
  user_id uuid not null,
  grant_id text collate "C" not null,
  key text collate "C" not null,
  -- SHA-256 of method, path and canonical body.
  request_hash bytea not null,
  target_kind idempotency_target not null,
  target_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, grant_id, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);
call grant_to_service('select, insert, delete on idempotency_key');
