-- Invoices that this service created. A row is written before the node hears of it.
create table invoice (
  id uuid primary key,
  -- 24 letters and digits.
  identifier text collate "C" not null unique,
  user_id uuid not null references wallet_user,
  -- The same as for payments: the token or app grant that created it.
  grant_id text collate "C" not null,
  -- The node on which it will be paid.
  node_pubkey text collate "C" not null,
  payment_hash bytea not null unique,
  preimage bytea not null check (sha256(preimage) = payment_hash),
  amount_sat bigint not null check (amount_sat > 0),
  memo text,
  description_hash bytea check (octet_length(description_hash) = 32),
  comment text,
  -- Text, not jsonb: it is shown as sent.
  metadata_json text,
  payer_name text,
  payer_email text,
  payer_pubkey text,
  -- Null between the writing of this row and the node's answer.
  bolt11 text,
  expiry_sec integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Written by the money functions with each receipt.
  settled_at timestamptz,
  receipts_count integer not null default 0 check (receipts_count >= 0),
  check ((settled_at is not null) = (receipts_count > 0))
) with (fillfactor = 80);
-- Used to count a user's unpaid, unexpired invoices now and then. The index has no column that a
-- payment changes, so that a settlement needs no entry in it (HOT).
create index invoice_by_user on invoice (user_id, expires_at);
-- Except the two columns that only a receipt may write.
grant select, update (bolt11), insert (id, identifier, user_id, grant_id, node_pubkey, payment_hash,
  preimage, amount_sat, memo, description_hash, comment, metadata_json, payer_name, payer_email,
  payer_pubkey, bolt11, expiry_sec, created_at, expires_at) on invoice to :service_role;

-- Internally paid invoices, until the node's own invoice is known to be cancelled.
create table node_invoice_to_cancel (
  invoice_id uuid primary key references invoice
);
grant select, delete on node_invoice_to_cancel to :service_role;

create type receipt_source as enum ('internal', 'node', 'unclaimed');

-- Money that arrived, internally or over the node, or that an operator later assigned; each row is
-- one transfer. An invoice has any number of them.
create table receipt (
  id uuid primary key,
  identifier text collate "C" not null,
  source receipt_source not null,
  -- Both null for money of no known payee; the invoice is also null for keysends.
  user_id uuid references wallet,
  invoice_id uuid references invoice,
  -- The payment on the other side of an internal receipt.
  payment_id uuid,
  -- The node that received it, and the set of an AMP payment, otherwise ''.
  node_pubkey text collate "C",
  set_id text collate "C" not null default '',
  settle_index bigint,
  payment_hash bytea not null,
  preimage bytea,
  amount_msat bigint not null check (amount_msat >= 0),
  -- TLV type → hex of its bytes.
  records jsonb not null,
  created_at timestamptz not null,
  settled_at timestamptz not null,
  -- Why the money is unclaimed, and the node's report if we could not use it.
  unclaimed_reason text,
  raw_event text,
  -- For source "unclaimed": the receipt with which the money arrived, which never changes.
  claimed_receipt_id uuid references receipt,
  check ((user_id is null) = (unclaimed_reason is not null)),
  -- Money of no known payee is booked whatever the node reported with it.
  check (user_id is null or preimage is null or sha256(preimage) = payment_hash),
  check ((source = 'internal') = (payment_id is not null)),
  check ((source = 'node') = (node_pubkey is not null and settle_index is not null)),
  check ((source in ('internal', 'node')) = (claimed_receipt_id is null)),
  check (claimed_receipt_id is null or user_id is not null)
);
create unique index receipt_credited_once on receipt (payment_hash, set_id, node_pubkey)
  where source = 'node';
create unique index receipt_one_internal_per_invoice on receipt (invoice_id)
  where source = 'internal';
create unique index receipt_claimed_once on receipt (claimed_receipt_id)
  where claimed_receipt_id is not null;
create index receipt_unclaimed on receipt (settled_at, id) where user_id is null;
grant select on receipt to :service_role;

-- Money that arrived over the node, in the JSON form that the service sends to credit_receipts.
create type credit_event as (
  receipt_id uuid,
  identifier text,
  node_pubkey text,
  payment_hash bytea,
  set_id text,
  preimage bytea,
  amount_msat bigint,
  records jsonb,
  created_at timestamptz,
  settled_at timestamptz,
  settle_index bigint,
  -- Fence of the lease under which the watcher saw this.
  fence bigint,
  -- Null for money of no known payee, which has a reason instead.
  user_id uuid,
  unclaimed_reason text,
  raw_event text,
  -- Null for keysends. The record was rendered for the invoice's first receipt, or for a later one.
  invoice_id uuid,
  is_first boolean,
  has_boostagram boolean,
  body text
);

-- What is known about one event while its invoice and the cursor are locked.
create type credit_facts as (
  is_known boolean,
  baseline bigint,
  invoice_user_id uuid,
  invoice_hash bytea,
  invoice_identifier text,
  invoice_created_at timestamptz,
  invoice_is_settled boolean
);

create type assignment_event as (
  receipt_id uuid,
  claimed_receipt_id uuid,
  user_id uuid,
  identifier text,
  assigned_at timestamptz,
  has_boostagram boolean,
  body text
);
