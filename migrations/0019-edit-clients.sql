-- Apps can be changed, get a new secret, and be removed. A removed app keeps its row: the
-- connections that it had, and payments made through them, still name it.
alter table client
  -- Refuses the PKCE method "plain", which does not protect where a request is seen by others.
  add column s256_only boolean not null default false,
  add column removed_at timestamptz;
call grant_to_service(
  'update (name, url, callback, secret_hash, s256_only, removed_at) on client');
