-- Zaps (NIP-57): payments to an address that their payers show on Nostr, by receipts that we sign.

-- Whether payers may do so. It matters only to users with a Nostr key.
alter table wallet_user add column takes_zaps boolean not null default true;
grant update (takes_zaps) on wallet_user to :service_role;

-- Where the receipt of this zap is to be shown; null for no zap.
alter table address_invoice add column zap_relays text[];

-- The receipt of a paid zap on its way to one relay. Written by the settlement.
create table zap_delivery (
  invoice_id uuid not null references invoice,
  -- Place of the relay in the request, from 1.
  place smallint not null,
  -- The payee, as in address_invoice.
  user_id uuid not null,
  relay text not null,
  -- Attempts that have begun.
  attempts integer not null default 0,
  -- Null once it has ended. While an attempt runs: when another process may take it over.
  next_at timestamptz,
  is_running boolean not null default false,
  ended_at timestamptz,
  -- Null until it has ended.
  is_accepted boolean,
  -- Of the last attempt that failed, in a word.
  last_error text,
  primary key (invoice_id, place),
  check ((next_at is null) = (ended_at is not null)),
  check ((ended_at is null) = (is_accepted is null))
);
create index zap_delivery_due on zap_delivery (user_id, next_at) where next_at is not null;
-- Those on their way right now: far fewer than those that wait for their next attempt.
create index zap_delivery_running on zap_delivery (user_id) where is_running;
create index zap_delivery_by_end on zap_delivery (ended_at) where ended_at is not null;
grant select on zap_delivery to :service_role;
