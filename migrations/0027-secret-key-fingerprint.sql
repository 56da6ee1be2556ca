-- Which secret key this database was first started with: what it seals opens with no other.
create table bound_secret_key (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);
call grant_to_service('select, insert (fingerprint) on bound_secret_key');
