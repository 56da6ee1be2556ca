-- Bitcoin that arrives on the chain. A record of this rail belongs to a deposit, and has no payment
-- hash and no kind.
alter type record_rail add value 'chain';
-- What the wallet of the node holds on the chain, as `node` is what its channels hold.
alter type account_name add value 'chain';
alter type transfer_kind add value 'deposit';
alter type webhook_event_type add value 'onchain.incoming.confirmed';

-- Each user has one address that was not paid yet; the next one is made after that.
create table onchain_address (
  address text primary key,
  user_id uuid not null references wallet_user (id),
  -- What asked for it.
  grant_id text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index onchain_address_of_user on onchain_address (user_id, address);
create unique index onchain_address_unused on onchain_address (user_id) where used_at is null;
grant select, insert, update on onchain_address to :service_role;

create type deposit_state as enum (
  'seen',
  -- Its transaction has not been in any block for so long that it will not come any more.
  'gone',
  'credited',
  -- Its owner had left, so it went to the account of money without an owner.
  'unclaimed'
);

create table deposit (
  id uuid primary key,
  identifier text not null unique,
  -- As block explorers show it, in bytes.
  txid bytea not null check (octet_length(txid) = 32),
  output_index integer not null check (output_index >= 0),
  address text not null references onchain_address (address),
  user_id uuid not null references wallet_user (id),
  amount_msat bigint not null check (amount_msat > 0 and amount_msat % 1000 = 0),
  -- The whole transaction: its inputs tell which other transaction has taken its place.
  raw bytea not null,
  state deposit_state not null default 'seen',
  seen_at timestamptz not null,
  -- The block in which it stood at the last look, compared with the chain; null for none.
  block_height integer,
  block_hash bytea check (octet_length(block_hash) = 32),
  ended_at timestamptz,
  -- When the block of a credited deposit was found to have left the chain; once noted, it stays.
  orphaned_at timestamptz,
  unique (txid, output_index),
  check ((block_height is null) = (block_hash is null)),
  check ((state in ('seen', 'gone')) = (ended_at is null))
);
create index deposit_open on deposit (address) where state = 'seen';
create index deposit_of_user on deposit (user_id, seen_at, id);
create index deposit_by_height on deposit (block_height) where block_height is not null;
-- What is credited changes no more; only the money function ends a deposit.
grant select on deposit to :service_role;

create type deposit_event as (
  deposit_id uuid,
  fence bigint,
  ended_at timestamptz,
  block_height integer,
  block_hash bytea,
  body text
);

-- How far the transactions of the node's wallet were looked at.
create table chain_cursor (
  pubkey text primary key,
  -- No address was given out in earlier blocks.
  first_height integer not null,
  height integer not null,
  -- What the wallet held in coins whose blocks are part of the chain.
  coins_sat bigint not null
);
grant select, insert, update on chain_cursor to :service_role;
