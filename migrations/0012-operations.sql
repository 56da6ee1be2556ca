-- What an operator must see; one row per kind, subject and day.
create table alarm (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject text not null,
  day date not null,
  detail text not null,
  count bigint not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (kind, subject, day)
);
create index alarm_by_time on alarm (last_at desc);
grant select, insert (kind, subject, day, detail, first_at, last_at),
  update (detail, count, last_at) on alarm to :service_role;

-- Why nothing may leave over the node, for all processes. Also what is remembered to recognise a
-- database that was put back to an earlier state; in SQL, so that it does not matter which process
-- looks first.

create table outside_stop (
  reason text collate "C" primary key check (reason in ('restored', 'database_changed', 'books')),
  detail text not null,
  since timestamptz not null default clock_timestamp(),
  -- The database in which the stop was written. Another one, later, is another change.
  system_identifier bigint,
  timeline bigint
);
grant select, delete, insert (reason, detail, system_identifier, timeline),
  update (detail, since, system_identifier, timeline) on outside_stop to :service_role;

-- One row.
create table database_mark (
  is_only boolean primary key default true check (is_only),
  -- Of the PostgreSQL cluster; a promoted copy continues on a timeline of its own.
  system_identifier bigint not null,
  timeline bigint not null,
  -- Where the node's newest payments were last compared with the table of payments, see
  -- database_place(). To go back to an earlier state, the server must restart or the place change:
  -- then nothing leaves until the next look.
  looked_in text,
  -- Whether anything was missing since the present stop began: then a person decides.
  saw_difference boolean not null default false
);
grant select, insert (system_identifier, timeline),
  update (system_identifier, timeline, looked_in, saw_difference) on database_mark
  to :service_role;

-- All payments of ours up to the node's `payment_index` were in these tables when that index was
-- read: a later one that is not is missing here.
create table node_mark (
  pubkey text collate "C" primary key,
  payment_index bigint not null default 0 check (payment_index >= 0),
  -- While the node's lists have to be compared: invoices settled after this index are checked.
  settle_index bigint,
  -- How far the last comparison got, and when; null before the first.
  compared_index bigint,
  compared_at timestamptz
);
grant select, insert (pubkey, payment_index),
  update (payment_index, settle_index, compared_index, compared_at) on node_mark to :service_role;

-- One row: the findings of the last proof of the books.
create table books_check (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null,
  transfers_count bigint not null,
  findings_count integer not null
);
grant select, insert (checked_at, transfers_count, findings_count),
  update (checked_at, transfers_count, findings_count) on books_check to :service_role;

-- What the node knows and these tables do not, according to the last comparison.
create table node_difference (
  kind text not null check (kind in ('payment', 'invoice')),
  node_index bigint not null,
  payment_hash bytea not null check (octet_length(payment_hash) = 32),
  state text not null,
  amount_msat bigint not null,
  happened_at timestamptz not null,
  primary key (kind, node_index, payment_hash)
);
grant select, insert, delete on node_difference to :service_role;
