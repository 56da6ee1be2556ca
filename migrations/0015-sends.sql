-- Paying lightning addresses and LNURL, and withdrawing into a wallet.

-- Payee, comment and success action of a payment by LNURL; null for all others.
alter table payment add column sent_to jsonb;
alter type payment_event add attribute sent_to jsonb;

-- What the operator's command `pay` asked a worker to do. A worker stores the invoice before it
-- reserves the payment, so that a repeat pays the same one.
create table pay_order (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  -- As it was typed.
  text text not null,
  amount_sat bigint,
  comment text,
  created_at timestamptz not null default clock_timestamp(),
  -- Given up then, unless an invoice is known.
  expires_at timestamptz not null,
  begun_at timestamptz,
  bolt11 text,
  -- Of an invoice without an amount.
  pay_sat bigint,
  sent_to jsonb,
  -- Whether the invoice commits to what the payee told.
  is_hash_confirmed boolean,
  ended_at timestamptz,
  -- The payment, ended or not; or why there is none, in words for the operator.
  payment_id uuid references payment,
  refusal text,
  check ((ended_at is not null) = (payment_id is not null or refusal is not null)),
  check (payment_id is null or refusal is null)
);
create index pay_order_by_time on pay_order (created_at);
grant select, insert, delete,
  update (begun_at, bolt11, pay_sat, sent_to, is_hash_confirmed, ended_at, payment_id, refusal)
  on pay_order to :service_role;

-- A link by which a user may withdraw into their wallet (LUD-03). It keeps the invoice, so that a
-- repeat asks to pay the same one.
create table withdraw_draft (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  domain text not null,
  callback text not null,
  -- Whoever knows it may withdraw.
  k1 text not null,
  description text not null,
  min_msat bigint not null,
  max_msat bigint not null,
  created_at timestamptz not null,
  invoice_id uuid,
  -- When the other side said that it will pay.
  accepted_at timestamptz
);
create index withdraw_draft_by_time on withdraw_draft (created_at);
grant select, insert, delete, update (invoice_id, accepted_at) on withdraw_draft to :service_role;
