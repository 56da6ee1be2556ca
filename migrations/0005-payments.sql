create type payment_kind as enum ('bolt11', 'keysend');
create type payment_path as enum ('internal', 'node');
create type payment_state as enum (
  'reserved', 'dispatching', 'in_flight', 'unknown', 'settled', 'failed');

-- Outgoing payments. Internal ones are born settled; the others begin as reserved and are sent over
-- the node.
create table payment (
  id uuid primary key,
  -- 24 letters and digits.
  identifier text collate "C" not null,
  user_id uuid not null references wallet,
  -- The token, or the app's connection, that ordered it.
  grant_id text not null,
  kind payment_kind not null,
  path payment_path not null,
  state payment_state not null,
  payment_hash bytea not null check (octet_length(payment_hash) = 32),
  preimage bytea,
  amount_msat bigint not null check (amount_msat > 0),
  -- Amount and fee reserve in whole sats, as they were moved to held.
  held_msat bigint not null check (held_msat >= 0 and held_msat % 1000 = 0),
  fee_msat bigint check (fee_msat >= 0),
  destination text not null,
  -- '' for keysend.
  bolt11 text not null,
  memo text,
  description_hash bytea,
  -- TLV type → hex of its bytes.
  records jsonb not null,
  -- Our own invoice, of an internal payment.
  invoice_id uuid references invoice,
  batch_id uuid,
  batch_index integer,
  created_at timestamptz not null,
  ended_at timestamptz,
  failure_reason text,
  failure_message text,
  -- What is known about the hand-over to the node, see DispatchMarks in src/wallet/payment.ts.
  owner_process_id text,
  sender_process_id text,
  index_before bigint,
  acknowledged_index bigint,
  request_ended_at timestamptz,
  first_not_found_at timestamptz,

  check ((state in ('settled', 'failed')) = (ended_at is not null)),
  check ((state = 'settled') = (fee_msat is not null)),
  check ((state = 'failed') = (failure_reason is not null and failure_message is not null)),
  constraint payment_settled_with_proof
    check (state <> 'settled' or (preimage is not null and sha256(preimage) = payment_hash)),
  check (path = 'node' or (state = 'settled' and held_msat = 0)),
  check ((batch_id is null) = (batch_index is null))
);

-- The node knows payments by their hash only: one live payment per hash, whoever pays.
create unique index payment_one_live_per_hash on payment (payment_hash)
  where path = 'node' and state <> 'failed';
-- The hash of an internal payment is that of our own invoice, or of a keysend made by us.
create unique index payment_one_internal_per_hash on payment (payment_hash)
  where path = 'internal';
create index payment_open on payment (user_id)
  where state in ('reserved', 'dispatching', 'in_flight', 'unknown');
-- Settled ones are found by the identifier of their record.
create index payment_unsettled_by_identifier on payment (identifier) where state <> 'settled';

-- The only way that a payment goes (src/wallet/payment-state.ts). The service's role may move a
-- payment between open states; it cannot end one, as it may not write what the checks above ask of
-- an end.
create function guard_payment_state() returns trigger
language plpgsql as $$
begin
  if new.state <> old.state and not coalesce(case old.state
    when 'reserved' then new.state in ('dispatching', 'failed')
    when 'dispatching' then new.state in ('in_flight', 'unknown', 'settled', 'failed')
    when 'in_flight' then new.state in ('unknown', 'settled', 'failed')
    when 'unknown' then new.state in ('in_flight', 'settled', 'failed')
  end, false) then
    raise exception 'payment % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_payment_state before update on payment
  for each row execute function guard_payment_state();

-- Rows of money are never removed (the open ones are updated by their state only).
create trigger refuse_removal before delete or truncate on payment
  for each statement execute function refuse_change();

call grant_to_service('select on payment');
call grant_to_service('update (state, owner_process_id, sender_process_id, index_before,
  acknowledged_index, request_ended_at, first_not_found_at) on payment');
