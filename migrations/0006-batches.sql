create type batch_item_state as enum ('pending', 'cancelled', 'refused', 'started');

-- Multi keysends: the whole order, with the preimages of all items, before anything is sent.
create table payment_batch (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  grant_id text not null,
  owner_process_id text not null,
  created_at timestamptz not null
);
call grant_to_service('select, insert on payment_batch');

create table payment_batch_item (
  batch_id uuid not null references payment_batch,
  index integer not null,
  state batch_item_state not null,
  -- Made beforehand: the payment that the item becomes.
  payment_id uuid not null,
  identifier text collate "C" not null,
  preimage bytea not null check (octet_length(preimage) = 32),
  -- As sent by the caller, even if it is not a usable key.
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
call grant_to_service('select, insert on payment_batch_item');
-- `started` is written by the money functions, together with the payment.
call grant_to_service('update (state, refusal_kind, refusal_detail) on payment_batch_item');
