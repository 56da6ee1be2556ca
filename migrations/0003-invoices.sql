-- Requests for money that this service made. A row is written before the node hears of it.
create table invoice (
  id uuid primary key,
  -- 24 letters and digits.
  identifier text collate "C" not null unique,
  user_id uuid not null references wallet_user,
  payment_hash bytea not null unique,
  preimage bytea not null check (sha256(preimage) = payment_hash),
  amount_sat bigint not null check (amount_sat > 0),
  memo text,
  description_hash bytea check (octet_length(description_hash) = 32),
  comment text,
  -- Text, not jsonb: it is shown as it was sent.
  metadata_json text,
  payer_name text,
  payer_email text,
  payer_pubkey text,
  -- Null between this row and the node's answer.
  bolt11 text,
  expiry_sec integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Written by the money functions, with each receipt.
  settled_at timestamptz,
  receipts_count integer not null default 0 check (receipts_count >= 0),
  check ((settled_at is not null) = (receipts_count > 0))
) with (fillfactor = 80);
call grant_to_service('select, update (bolt11) on invoice');
-- Not those two that only a receipt may write.
call grant_to_service('insert (id, identifier, user_id, payment_hash, preimage, amount_sat, memo,
  description_hash, comment, metadata_json, payer_name, payer_email, payer_pubkey, bolt11,
  expiry_sec, created_at, expires_at) on invoice');

-- Invoices that were paid internally, until the node's own invoice is known to be cancelled.
create table node_invoice_to_cancel (
  invoice_id uuid primary key references invoice
);
call grant_to_service('select, delete on node_invoice_to_cancel');
