-- Nostr Wallet Connect: the keys of apps, and what they ask.

-- What proves a device. The app's secret is shown once and is not stored.
create table nwc_key (
  device_id uuid primary key references grant_device,
  client_pubkey bytea not null unique check (octet_length(client_pubkey) = 32),
  -- Of this device alone, so that no one can tell which of them are of one user.
  wallet_pubkey bytea not null unique check (octet_length(wallet_pubkey) = 32),
  wallet_secret_sealed bytea not null,
  created_at timestamptz not null,
  -- Up to this number of the user's settled records, its app has been told, or need not be.
  notified_seq bigint not null
);
grant select, insert, update (notified_seq) on nwc_key to :service_role;

-- A request, written before the relay says that it has it. Without an answer it runs (somebody has
-- it until `lease_until`), or waits for the end of its payment.
create table nwc_request (
  event_id bytea primary key check (octet_length(event_id) = 32),
  device_id uuid not null references nwc_key,
  -- As it was signed; what it asks for is encrypted in it.
  event text not null,
  arrived_at timestamptz not null,
  -- Drawn by the process that took it, which knows its own row by it when an answer was lost.
  arrival_id uuid not null default gen_random_uuid(),
  -- Runs that have begun.
  attempts integer not null default 1,
  lease_until timestamptz,
  payment_id uuid,
  -- The signed event that answers it. The first one stays.
  answer text,
  answered_at timestamptz,
  -- The process that wrote it, and sends it by itself to those who listen there.
  answered_by uuid,
  check ((answer is null) = (answered_at is null)),
  check (answer is null or lease_until is null),
  check (answer is not null or lease_until is not null or payment_id is not null)
);
create index nwc_request_due on nwc_request (lease_until) where lease_until is not null;
create index nwc_request_waiting on nwc_request (payment_id)
  where lease_until is null and answer is null;
create index nwc_request_answered on nwc_request (answered_at) where answered_at is not null;
create index nwc_request_of_device on nwc_request (device_id, answered_at)
  where answered_at is not null;
grant select, insert, update, delete on nwc_request to :service_role;

-- When this database was last put back to an earlier state: what was asked for before may have been
-- paid, and is not known here. Null if it never was.
alter table database_mark add column went_back_at timestamptz;
grant update (went_back_at) on database_mark to :service_role;
