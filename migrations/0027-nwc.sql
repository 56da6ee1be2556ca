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
  -- Outside relays that it came over: its answer goes there too.
  came_over text[] not null default '{}',
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

-- Relays outside of this service: what they were told about a key by its newest info event.
create table nwc_outside_key (
  device_id uuid primary key references nwc_key,
  -- `created_at` of that event. Each is later than the one before, whatever the clock says.
  info_at bigint not null,
  -- The scopes that it names; null when they were told that the key has ended.
  told_scopes text,
  told_at timestamptz not null,
  -- When it ends by itself; null for one that never does, or has ended otherwise.
  live_until timestamptz,
  -- Up to this number of the user's settled records, notifications were handed over.
  published_seq bigint not null
);
create index nwc_outside_key_ending on nwc_outside_key (live_until) where told_scopes is not null;
-- By a clock that was ahead.
create index nwc_outside_key_over on nwc_outside_key (live_until) where told_scopes is null;
grant select, insert, update on nwc_outside_key to :service_role;

-- Keys that were made, or ended, or may serve again: whoever tells relays looks here alone. Nothing
-- is ever changed, so that no one who ends a key waits for another.
create table nwc_outside_change (
  id bigint generated always as identity primary key,
  device_id uuid not null references nwc_key,
  noted_at timestamptz not null default clock_timestamp()
);
grant select, insert, delete on nwc_outside_change to :service_role;

-- What was booked lately, for a look at all wallets. It takes next to nothing to keep, as records
-- are written in this order.
create index settled_record_by_booking on settled_record using brin (booked_at)
  with (autosummarize = on);

-- What they have to get: sent again until they say that they have it, or until it is too late.
create table nwc_publication (
  id bigint generated always as identity primary key,
  relay text not null,
  device_id uuid not null references nwc_key,
  kind integer not null,
  -- Signed, as JSON text.
  event text not null,
  -- The request that it answers, if it does.
  request_id bytea,
  attempts integer not null default 0,
  next_at timestamptz not null,
  drop_at timestamptz not null
);
create unique index nwc_publication_of_request on nwc_publication (relay, request_id)
  where request_id is not null;
create index nwc_publication_due on nwc_publication (relay, (kind = 13194), next_at, id);
create index nwc_publication_of_device on nwc_publication (device_id);
create index nwc_publication_dropped on nwc_publication (drop_at);
grant select, insert, update, delete on nwc_publication to :service_role;
