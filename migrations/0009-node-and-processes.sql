-- What the service remembers about its node, and which processes live and lead. Of its cursor, its
-- processes and its leases the service changes what it has to, and nothing of them goes back.

-- One row: a database belongs to one node on one network for ever.
create table bound_node (
  is_only boolean primary key default true check (is_only),
  network text not null,
  pubkey text not null
);
grant select, insert (network, pubkey) on bound_node to :service_role;

-- How far the node's stream of settled invoices was followed.
create table node_cursor (
  pubkey text collate "C" primary key,
  settle_index bigint not null default 0 check (settle_index >= 0),
  -- What settled up to here was settled before this service met the node.
  baseline bigint check (baseline >= 0),
  -- The node's invoices are listed each hour to find what the stream did not tell. The listing
  -- begins behind this invoice: all up to it are settled and booked, cancelled, or expired long
  -- ago. The hash tells whether the node still counts its invoices as it did.
  passed_add_index bigint check (passed_add_index > 0),
  passed_hash bytea,
  constraint node_cursor_passed_is_whole
    check ((passed_add_index is null) = (passed_hash is null))
);
grant select, insert (pubkey, settle_index, baseline),
  update (settle_index, baseline, passed_add_index, passed_hash) on node_cursor to :service_role;

create table process (
  id text collate "C" primary key,
  role text not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- Known to be gone, however young its heartbeat: a service that is alone on its database says so.
  is_gone boolean not null default false
);
grant select, delete, insert (id, role), update (heartbeat_at, is_gone) on process to :service_role;

create table lease (
  name text collate "C" primary key,
  holder_process_id text,
  expires_at timestamptz not null,
  -- Grows with every new holder; writes of an older one are refused.
  fence bigint not null
);
grant select, insert (name, holder_process_id, expires_at, fence),
  update (holder_process_id, expires_at, fence) on lease to :service_role;
