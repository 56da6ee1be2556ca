-- Lightning addresses: names by which anyone can pay a user, and the invoices that payers ask for.

-- A name belongs to its first owner for ever. One that was given up pays no one else, as payers may
-- still have it.
create table address_name (
  name text collate "C" primary key check (length(name) between 1 and 64),
  user_id uuid not null references wallet_user,
  -- False when it was given up: only the same user may take it back.
  is_current boolean not null,
  claimed_at timestamptz not null
);
create unique index address_name_of_user on address_name (user_id) where is_current;
grant select, insert, update (is_current, claimed_at) on address_name to :service_role;

-- Every change after the first name, which is bounded within a year.
create table address_name_change (
  user_id uuid not null references wallet_user,
  changed_at timestamptz not null
);
create index address_name_change_by_user on address_name_change (user_id, changed_at);
grant select, insert on address_name_change to :service_role;

-- Names that the operator took from an owner who had given them up.
create table address_name_release (
  name text collate "C" not null,
  user_id uuid not null references wallet_user,
  released_at timestamptz not null
);
grant select, insert on address_name_release to :service_role;

-- An invoice that is removed must have no receipt and no payment. One index finds both: every
-- payment to an invoice of ours comes with a receipt, so it needs no reference of its own.
alter table payment drop constraint payment_invoice_id_fkey;
drop index receipt_one_internal_per_invoice;
create unique index receipt_one_internal_per_invoice
  on receipt (invoice_id, (case when source <> 'internal' then id end)) nulls not distinct
  where invoice_id is not null;

-- Invoices that strangers asked for by an address. Their number is bounded while they are open, and
-- unpaid ones are removed some time after they expired.
create table address_invoice (
  invoice_id uuid primary key references invoice,
  user_id uuid not null references wallet_user,
  -- Of the payer, as it counts for limits.
  network text collate "C" not null,
  -- Names the invoice to its payer only: 24 letters and digits (LUD-21).
  verify_id text collate "C" not null unique,
  expires_at timestamptz not null,
  -- Until it is paid. Paid ones stay for ever, so counts and sweeps have indexes without them.
  is_open boolean not null default true
);
create index address_invoice_open_by_user on address_invoice (user_id, expires_at) where is_open;
create index address_invoice_open_by_network on address_invoice (network, expires_at) where is_open;
create index address_invoice_open_by_end on address_invoice (expires_at, invoice_id) where is_open;
grant select on address_invoice to :service_role;
