-- Why nothing may leave over the node, as far as all processes must know it, and what is remembered
-- so that a database that was put back to an earlier state is recognised.

create table outside_stop (
  reason text collate "C" primary key check (reason in ('restored', 'database_changed', 'books')),
  detail text not null,
  since timestamptz not null default clock_timestamp()
);
call grant_to_service('select, delete on outside_stop');
call grant_to_service('insert (reason, detail), update (detail) on outside_stop');

-- One row. All payments of ours up to `payment_index` of the node were in these tables when that
-- index was read: a later one that is not is missing here.
create table database_mark (
  is_only boolean primary key default true check (is_only),
  -- Of the PostgreSQL cluster; a copy that was promoted goes on in a timeline of its own.
  system_identifier bigint not null,
  timeline bigint not null,
  payment_index bigint not null default 0 check (payment_index >= 0),
  -- While the node's lists are to be compared: invoices that settled after this index are looked at.
  settle_index bigint,
  -- How far the last comparison got, and when; null until there was one.
  compared_index bigint,
  compared_at timestamptz
);
call grant_to_service('select on database_mark');
call grant_to_service('insert (system_identifier, timeline) on database_mark');
call grant_to_service('update (system_identifier, timeline, payment_index, settle_index,
  compared_index, compared_at) on database_mark');

-- One row: what the last proof of the books found.
create table books_check (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null,
  transfers_count bigint not null,
  findings_count integer not null
);
call grant_to_service('select on books_check');
call grant_to_service('insert (checked_at, transfers_count, findings_count),
  update (checked_at, transfers_count, findings_count) on books_check');

-- What the node knows and these tables do not, as the last comparison found it.
create table node_difference (
  kind text not null check (kind in ('payment', 'invoice')),
  node_index bigint not null,
  payment_hash bytea not null check (octet_length(payment_hash) = 32),
  state text not null,
  amount_msat bigint not null,
  happened_at timestamptz not null,
  primary key (kind, node_index, payment_hash)
);
call grant_to_service('select, insert, delete on node_difference');
