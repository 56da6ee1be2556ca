-- Channels that the operator buys from a provider (LSPS1, bLIP 51), so that money can come in. They
-- are paid with money of the operator, so the books know nothing of them.
create type channel_order_state as enum (
  'open',
  -- The channel was seen on our node.
  'completed',
  -- Nothing was paid, and the provider gave up.
  'failed',
  'refunded',
  -- Nothing was paid in time.
  'expired'
);
create type channel_payment_way as enum ('lightning', 'chain');

create table channel_order (
  id uuid primary key,
  -- As the operator entered it.
  provider_url text not null,
  -- `pubkey@host`, as the provider names its node.
  provider_node text not null,
  -- The name that the provider gave to the order.
  provider_order text not null,
  size_sat bigint not null check (size_sat > 0),
  expiry_blocks integer not null check (expiry_blocks > 0),
  refund_address text not null,
  created_at timestamptz not null,
  -- What the provider offered, which never changes: each way to pay, or null.
  bolt11 text,
  payment_hash bytea unique check (octet_length(payment_hash) = 32),
  lightning_sat bigint check (lightning_sat > 0),
  lightning_until timestamptz,
  address text unique,
  chain_sat bigint check (chain_sat > 0),
  chain_until timestamptz,
  -- How our node pays, from before it is told to; null while it does not, or where it failed.
  paid_by channel_payment_way,
  pay_began_at timestamptz,
  -- The signed transaction, which is stored before the network has it.
  transaction bytea,
  txid bytea check (octet_length(txid) = 32),
  sent_at timestamptz,
  -- Why our node could not pay.
  pay_problem text,
  -- What the provider said last.
  told_state text not null default 'created',
  told_payment text not null default 'expected',
  channel_txid bytea check (octet_length(channel_txid) = 32),
  channel_output integer,
  channel_until timestamptz,
  looked_at timestamptz,
  -- Why the last look told nothing; null where it did.
  trouble text,
  state channel_order_state not null default 'open',
  ended_at timestamptz,
  unique (provider_url, provider_order),
  check (num_nulls(bolt11, payment_hash, lightning_sat, lightning_until) in (0, 4)),
  check (num_nulls(address, chain_sat, chain_until) in (0, 3)),
  check (bolt11 is not null or address is not null),
  check ((paid_by is null) = (pay_began_at is null)),
  check ((transaction is null) = (txid is null)),
  check (transaction is null or paid_by = 'chain'),
  check (sent_at is null or paid_by is not null),
  check ((channel_txid is null) = (channel_output is null)),
  check ((state = 'open') = (ended_at is null))
);
create index channel_order_open on channel_order (created_at) where state = 'open';
create index channel_order_newest on channel_order (created_at, id);
grant select, insert, update on channel_order to :service_role;
