create type receipt_source as enum ('internal', 'node');

-- Money that arrived, from within or over the node; each row is one transfer. An invoice has none,
-- one or more of them.
create table receipt (
  id uuid primary key,
  identifier text collate "C" not null,
  source receipt_source not null,
  -- Both null for money of nobody known; the invoice null for keysend too.
  user_id uuid references wallet,
  invoice_id uuid references invoice,
  -- The payment on the other side of an internal receipt.
  payment_id uuid,
  -- The node that received it, and the set of an AMP payment, '' when there is none.
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
  -- Why the money is unclaimed, and what the node said if we could not use it.
  unclaimed_reason text,
  raw_event text,
  check ((user_id is null) = (unclaimed_reason is not null)),
  -- Money for nobody known is booked whatever the node said with it.
  check (user_id is null or preimage is null or sha256(preimage) = payment_hash),
  check ((source = 'internal') = (payment_id is not null)),
  check ((source = 'node') = (node_pubkey is not null and settle_index is not null))
);
create unique index receipt_credited_once on receipt (payment_hash, set_id, node_pubkey)
  where source = 'node';
create unique index receipt_one_internal_per_invoice on receipt (invoice_id)
  where source = 'internal';
create trigger refuse_change before update or delete or truncate on receipt
  for each statement execute function refuse_change();
call grant_to_service('select on receipt');
