-- How far the blocks of the chain were searched for what the node's wallet has spent. No row before
-- the first look, and none after an operator has let payments leave in spite of a difference: what
-- the node has spent by the next look counts as known.
create table node_ledger_cursor (
  pubkey text primary key,
  height integer not null check (height >= 0)
);
grant select, insert, delete, update (height) on node_ledger_cursor to :service_role;

-- What has left the node without an order of this service and is accounted for: it is older than
-- the first look, or operators were told of it.
create table node_ledger_entry (
  kind text not null check (kind in ('transaction', 'close')),
  -- The id of a transaction, or the funding output of a channel.
  subject text not null,
  noted_at timestamptz not null default clock_timestamp(),
  primary key (kind, subject)
);
grant select, insert (kind, subject) on node_ledger_entry to :service_role;
