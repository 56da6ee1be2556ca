-- Bitcoin that users send to an address.
create type withdrawal_state as enum (
  'reserved', 'unknown', 'signed', 'broadcast', 'settled', 'failed');
create type withdrawal_speed as enum ('slow', 'normal', 'fast');

-- One to a user of this service is settled from the start, and has no transaction. All others are
-- reserved first. The transaction is stored before anyone else sees it, and is the same for ever.
create table withdrawal (
  id uuid primary key,
  -- 24 letters and digits.
  identifier text collate "C" not null unique,
  user_id uuid not null references wallet,
  -- The token or app grant that ordered it.
  grant_id text not null,
  address text not null,
  amount_msat bigint not null check (amount_msat > 0 and amount_msat % 1000 = 0),
  speed withdrawal_speed not null,
  -- Amount and highest fee, as moved to held.
  held_msat bigint not null check (held_msat >= 0 and held_msat % 1000 = 0),
  -- The height of the chain when it was ordered.
  from_height integer not null check (from_height >= 0),
  is_internal boolean not null,
  state withdrawal_state not null,
  created_at timestamptz not null,
  -- When it counts in a budget, where that is not when it was ordered; see payment.counted_at.
  counted_at timestamptz check (counted_at > created_at),
  -- As block explorers show it, in bytes.
  txid bytea unique check (octet_length(txid) = 32),
  raw bytea,
  fee_msat bigint check (fee_msat >= 0 and fee_msat % 1000 = 0),
  -- The output that comes back to the wallet of the node; null where nothing does.
  change_index integer check (change_index >= 0),
  signed_at timestamptz,
  -- When the node took it.
  broadcast_at timestamptz,
  -- The block in which it stood at the last look, compared with the chain; null for none.
  block_height integer,
  block_hash bytea check (octet_length(block_hash) = 32),
  ended_at timestamptz,
  failure_reason text,
  failure_message text,

  constraint withdrawal_holds_amount_and_fee check (
    case when is_internal then held_msat = 0
      else held_msat > amount_msat and amount_msat + coalesce(fee_msat, 0) <= held_msat end),
  constraint withdrawal_within_service_is_settled check (not is_internal or state = 'settled'),
  constraint withdrawal_transaction_is_whole check (
    num_nulls(txid, raw, fee_msat, signed_at) in (0, 4)
      and (raw is not null or num_nonnulls(change_index, broadcast_at) = 0)),
  constraint withdrawal_leaves_with_transaction check (
    case when state in ('reserved', 'unknown') or is_internal then raw is null
      else raw is not null or state = 'failed' end),
  constraint withdrawal_broadcast_has_time check (state <> 'broadcast' or broadcast_at is not null),
  constraint withdrawal_block_is_whole check (
    (block_height is null) = (block_hash is null)
      and (block_height is null or (state = 'settled' and not is_internal))),
  constraint withdrawal_ends_with_time check (
    (state in ('settled', 'failed')) = (ended_at is not null)),
  -- Both columns, because indexes know a failure by one of them.
  constraint withdrawal_failed_with_reason check (
    (state = 'failed') = (failure_reason is not null)
      and (failure_reason is null) = (failure_message is null))
);
create index withdrawal_open on withdrawal (user_id) where ended_at is null;
create index withdrawal_of_user on withdrawal (user_id, created_at desc, id desc);
create index withdrawal_counted_later on withdrawal (user_id, counted_at)
  where counted_at is not null;
create index withdrawal_failed on withdrawal (ended_at) where failure_reason is not null;
create index withdrawal_by_height on withdrawal (block_height) where block_height is not null;
-- Settled, and then taken out of the chain by a reorganisation.
create index withdrawal_without_block on withdrawal (created_at)
  where block_height is null and state = 'settled' and not is_internal;
-- Only the money functions write what an end or a transaction needs, so the service's role cannot
-- end one, nor say that one was signed.
grant select, update (state, broadcast_at) on withdrawal to :service_role;

-- The coins that its transaction spends.
create table withdrawal_input (
  withdrawal_id uuid not null references withdrawal,
  place integer not null check (place >= 0),
  txid bytea not null check (octet_length(txid) = 32),
  output_index integer not null check (output_index >= 0),
  amount_msat bigint not null check (amount_msat > 0 and amount_msat % 1000 = 0),
  -- Whether the withdrawal has failed, so that another one may spend the coin.
  is_free boolean not null default false,
  primary key (withdrawal_id, place)
);
-- Two transactions of ours never spend one coin.
create unique index withdrawal_input_once on withdrawal_input (txid, output_index)
  where not is_free;
grant select on withdrawal_input to :service_role;

-- One order, in the JSON form that the service sends to reserve_withdrawal.
create type withdrawal_event as (
  withdrawal_id uuid,
  identifier text,
  user_id uuid,
  grant_id text,
  address text,
  amount_msat bigint,
  speed withdrawal_speed,
  held_msat bigint,
  from_height integer,
  created_at timestamptz,
  open_payments_max integer,
  idempotency_key text,
  request_hash bytea,
  -- For one within this service: the other side, and the records of both.
  payee_user_id uuid,
  payee_identifier text,
  deposit_id uuid,
  payer_body text,
  payee_body text
);

-- A deposit that was paid within this service has a withdrawal, and no transaction.
alter table deposit
  alter txid drop not null,
  alter output_index drop not null,
  alter raw drop not null,
  add column withdrawal_id uuid unique references withdrawal,
  add constraint deposit_has_one_origin check (
    case when withdrawal_id is null then num_nulls(txid, output_index, raw) = 0
      else num_nonnulls(txid, output_index, raw, block_height) = 0 and state = 'credited' end);

alter type idempotency_target add value 'withdrawal';
alter type webhook_event_type add value 'onchain.outgoing.confirmed';

-- The coins of a withdrawal stay among those of the node until a block has its transaction, so what
-- is held for it is owed until then, too.
create or replace view open_hold with (security_invoker) as
  select user_id, grant_id, held_msat, created_at,
    coalesce(counted_at, created_at) as counted_at,
    acknowledged_index is not null or state = 'dispatching' as is_in_flight
  from payment where ended_at is null
  union all
  select user_id, grant_id, held_msat, created_at, coalesce(counted_at, created_at), false
  from withdrawal where ended_at is null;
-- Nothing of a failed withdrawal is forgotten: it has no texts.
create or replace view outgoing_order with (security_invoker) as
  select id, user_id, grant_id, identifier, amount_msat, held_msat, created_at, counted_at,
    ended_at, fee_msat is not null as is_settled, failure_reason is not null as is_failed,
    failure_reason is not null and (bolt11 <> '' or memo is not null or records <> '{}')
      as is_failed_and_kept,
    state::text as state
  from payment
  union all
  select id, user_id, grant_id, identifier, amount_msat, held_msat, created_at, counted_at,
    ended_at, state = 'settled', failure_reason is not null, failure_reason is not null, state::text
  from withdrawal;
