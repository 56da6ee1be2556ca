create type idempotency_target as enum ('invoice', 'payment', 'batch');

-- A caller's promise that calls with one key are one call.
create table idempotency_key (
  user_id uuid not null,
  grant_id text collate "C" not null,
  key text collate "C" not null,
  -- SHA-256 of method, path and canonical body.
  request_hash bytea not null,
  target_kind idempotency_target not null,
  target_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, grant_id, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);
grant select, insert, delete on idempotency_key to :service_role;

create type payment_kind as enum ('bolt11', 'keysend');
create type payment_path as enum ('internal', 'node');
create type payment_state as enum (
  'reserved', 'dispatching', 'in_flight', 'unknown', 'settled', 'failed');

-- Outgoing payments. Internal ones are settled from the start; node payments start as reserved and
-- are sent over the node. Each of these is updated twice before its end: when it is handed over,
-- and when the node acknowledges it. Neither update changes an indexed column, so that the row
-- version stays in its page and no index needs an entry for it (HOT). For the indexes, states are
-- distinguished by columns that only an end writes; checks tie each of them to the state.
create table payment (
  id uuid primary key,
  -- 24 letters and digits.
  identifier text collate "C" not null,
  user_id uuid not null references wallet,
  -- The token or app grant that ordered it.
  grant_id text not null,
  kind payment_kind not null,
  path payment_path not null,
  state payment_state not null,
  payment_hash bytea not null check (octet_length(payment_hash) = 32),
  preimage bytea,
  amount_msat bigint not null check (amount_msat > 0),
  -- Amount and fee reserve in whole sats, as moved to held.
  held_msat bigint not null check (held_msat >= 0 and held_msat % 1000 = 0),
  fee_msat bigint check (fee_msat >= 0),
  destination text not null,
  -- '' for keysends.
  bolt11 text not null,
  memo text,
  description_hash bytea,
  -- TLV type → hex of its bytes.
  records jsonb not null,
  -- Our own invoice, for an internal payment.
  invoice_id uuid references invoice,
  batch_id uuid,
  batch_index integer,
  created_at timestamptz not null,
  ended_at timestamptz,
  failure_reason text,
  failure_message text,
  -- The node that sends it: the two indexes below are this node's numbers.
  node_pubkey text collate "C",
  -- What is known about handing over to the node, see DispatchMarks in src/wallet/payment.ts.
  owner_process_id text,
  sender_process_id text,
  index_before bigint,
  acknowledged_index bigint,
  request_ended_at timestamptz,
  first_not_found_at timestamptz,
  -- A payment counts in the budget window in which it was ordered. Null, except if its process had
  -- a clock behind others, which had already opened a later window: then this is the start of that
  -- window, as no window is opened twice.
  counted_at timestamptz,

  check ((state in ('settled', 'failed')) = (ended_at is not null)),
  check ((state = 'settled') = (fee_msat is not null)),
  -- Checks both columns, because the index of live payments uses only one of them.
  constraint payment_failed_with_reason check (
    (state = 'failed') = (failure_reason is not null)
    and (failure_reason is null) = (failure_message is null)),
  constraint payment_settled_with_proof
    check (state <> 'settled' or (preimage is not null and sha256(preimage) = payment_hash)),
  constraint payment_over_a_node check ((path = 'node') = (node_pubkey is not null)),
  constraint payment_check3 check (path = 'node' or (state = 'settled' and held_msat = 0)),
  constraint payment_check4 check ((batch_id is null) = (batch_index is null)),
  constraint payment_check5 check (counted_at > created_at)
-- The new versions are written soon after the row, often for many rows of a page together, and each
-- reuses the space of the one before the last. A row has some 900 bytes: five leave room for four
-- at a time. At 50 no page would lack room, but the table would be a quarter larger; without any
-- room, one of three versions would go to another page.
) with (fillfactor = 60);

-- The node knows payments only by their hash: one live payment per hash, over all users.
create unique index payment_one_live_per_hash on payment (payment_hash)
  where path = 'node' and failure_reason is null;
-- An internal payment's hash is that of our own invoice, or of a keysend that we made.
create unique index payment_one_internal_per_hash on payment (payment_hash)
  where path = 'internal';
create index payment_open on payment (user_id) where ended_at is null;
-- Settled payments are found by the identifier of their record.
create index payment_unsettled_by_identifier on payment (identifier) where fee_msat is null;
create index payment_counted_later on payment (user_id, counted_at) where counted_at is not null;
grant select, update (state, owner_process_id, sender_process_id, index_before, acknowledged_index,
  request_ended_at, first_not_found_at) on payment to :service_role;

-- Payments that hang in the node forever, as far as looks at it have shown: the data that must
-- survive a process, so that two looks can form a proof. A row stays after the end, until the node
-- has reported an end too.
create table stranded_payment (
  payment_id uuid primary key references payment (id),
  -- End of the first of the looks that all found the same.
  seen_at timestamptz not null,
  -- How long its channels' peers had been away by then.
  away_sec bigint not null check (away_sec >= 0),
  told_at timestamptz,
  closed_at timestamptz
);
create index stranded_payment_not_closed on stranded_payment (payment_id) where closed_at is null;
grant select, insert, update, delete on stranded_payment to :service_role;

create type batch_item_state as enum ('pending', 'cancelled', 'refused', 'started');

-- Multi keysends: the whole batch, with the preimages of all items, before anything is sent.
create table payment_batch (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  grant_id text not null,
  owner_process_id text not null,
  created_at timestamptz not null
);
grant select, insert on payment_batch to :service_role;

create table payment_batch_item (
  batch_id uuid not null references payment_batch,
  index integer not null,
  state batch_item_state not null,
  -- Chosen in advance: the id of the payment that the item becomes.
  payment_id uuid not null,
  identifier text collate "C" not null,
  preimage bytea not null check (octet_length(preimage) = 32),
  -- As the caller sent it, even if it is not a usable key.
  destination text not null,
  amount_msat bigint not null,
  memo text,
  -- TLV type → hex of its bytes; and what the caller sent, for the answer.
  records jsonb not null,
  records_text text,
  refusal_kind text,
  refusal_detail text,
  primary key (batch_id, index),
  check ((state = 'refused') = (refusal_kind is not null and refusal_detail is not null))
);
create index payment_batch_item_pending on payment_batch_item (batch_id) where state = 'pending';
-- The money functions write `started`, together with the payment.
grant select, insert, update (state, refusal_kind, refusal_detail) on payment_batch_item
  to :service_role;

-- One order to pay, in the JSON form that the service sends to reserve_payments or
-- settle_internal_payments.
create type payment_event as (
  payment_id uuid,
  identifier text,
  user_id uuid,
  grant_id text,
  kind payment_kind,
  payment_hash bytea,
  preimage bytea,
  amount_msat bigint,
  destination text,
  bolt11 text,
  memo text,
  description_hash bytea,
  records jsonb,
  batch_id uuid,
  batch_index integer,
  created_at timestamptz,
  idempotency_key text,
  request_hash bytea,
  -- For a reserve: amount and fee reserve in whole sats, the node, the sender, the limit per user.
  held_msat bigint,
  node_pubkey text,
  owner_process_id text,
  open_payments_max integer,
  -- For an internal payment: the other side. Without an invoice it is a keysend.
  payee_user_id uuid,
  invoice_id uuid,
  receipt_id uuid,
  receipt_identifier text,
  receipt_created_at timestamptz,
  receipt_records jsonb,
  settled_at timestamptz,
  payer_body text,
  payee_body text,
  has_boostagram boolean,
  -- The window of its budget, see payment.counted_at.
  counted_at timestamptz
);

create type invoice_facts as (
  user_id uuid,
  payment_hash bytea,
  amount_sat bigint,
  identifier text,
  created_at timestamptz,
  expires_at timestamptz,
  is_settled boolean
);

-- What is known about one event while its wallet is locked.
create type payment_facts as (
  -- State of the payment with this event's id.
  stored_state payment_state,
  -- The stored row of its idempotency key.
  key idempotency_key,
  -- This user's payment with this hash that has not failed.
  own_payment_id uuid,
  -- Another user is paying this hash over the node.
  hash_is_taken boolean,
  batch_item_state batch_item_state,
  invoice invoice_facts
);

-- The end of a node payment, in the JSON form that the service sends to resolve_payments.
create type resolve_event as (
  payment_id uuid,
  -- New id of the transfer that ends the payment.
  transfer_id uuid,
  ended_at timestamptz,
  is_settled boolean,
  preimage bytea,
  amount_msat bigint,
  fee_msat bigint,
  body text,
  failure_reason text,
  failure_message text,
  -- A failure decided by recovery must not end a payment that a process has begun to send.
  only_from_reserved boolean,
  -- Said by a process that is not the sender: it found a reserve that no process drives. "Reserved"
  -- is only reliable in a database that is known.
  is_presumed boolean
);
