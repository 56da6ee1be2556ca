-- LndHub: the passwords of devices, and the tokens that apps get for them.

create table lndhub_device (
  device_id uuid primary key references grant_device,
  -- Apps take the login "invoice" for a wallet that cannot spend.
  login text not null check (login in ('wallet', 'invoice')),
  -- SHA-256 of the password.
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32)
);
grant select, insert on lndhub_device to :service_role;

create table lndhub_token (
  -- SHA-256 of the token.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  device_id uuid not null references lndhub_device,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null
);
create index lndhub_token_by_device on lndhub_token (device_id, kind, expires_at desc);
create index lndhub_token_by_end on lndhub_token (expires_at);
grant select, insert, delete on lndhub_token to :service_role;

-- Newest invoices of a user for wallet apps. Strangers make those of addresses.
create index invoice_by_creation on invoice (user_id, created_at desc, id desc)
  where grant_id <> 'address';
