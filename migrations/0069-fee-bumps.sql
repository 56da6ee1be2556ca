-- Transactions by which operators raise the fee of a withdrawal that waits for a block. Each spends
-- what comes back of the one before it to an address of the wallet, and pays for both. The operator
-- bears its fee.
create table fee_bump (
  id uuid primary key,
  withdrawal_id uuid not null references withdrawal,
  -- The coin that it spends, and nothing else.
  coin_txid bytea not null check (octet_length(coin_txid) = 32),
  coin_index integer not null check (coin_index >= 0),
  coin_msat bigint not null check (coin_msat % 1000 = 0),
  txid bytea not null unique check (octet_length(txid) = 32),
  raw bytea not null,
  fee_msat bigint not null check (fee_msat > 0 and fee_msat % 1000 = 0 and fee_msat < coin_msat),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Whether a block has it, six deep; false where another transaction has spent the coin.
  is_paid boolean,
  unique (coin_txid, coin_index),
  check ((ended_at is null) = (is_paid is null))
);
create index fee_bump_open on fee_bump (created_at) where ended_at is null;
create index fee_bump_of_withdrawal on fee_bump (withdrawal_id);
grant select on fee_bump to :service_role;
alter type transfer_kind add value 'bump';
