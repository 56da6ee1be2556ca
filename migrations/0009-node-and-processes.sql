-- What the service remembers about its node, and which processes live and lead. The service may
-- change what it has to in its cursor, processes and leases, but nothing of them goes back.

-- One row: a database belongs permanently to one node on one network.
create table bound_node (
  is_only boolean primary key default true check (is_only),
  network text not null,
  pubkey text not null
);
grant select, insert (network, pubkey) on bound_node to :service_role;

-- How far the node's stream of settled invoices has been followed.
create table node_cursor (
  pubkey text collate "C" primary key,
  settle_index bigint not null default 0 check (settle_index >= 0),
  -- Everything up to here settled before this service met the node.
  baseline bigint check (baseline >= 0),
  -- The node's invoices are listed every hour to find what the stream did not show. The listing
  -- starts after this invoice: all up to it are settled and booked, cancelled, or expired long ago.
  -- The hash shows whether the node still numbers its invoices as before.
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
  -- Known to be gone, however recent its heartbeat: set by a service that is alone on its database.
  is_gone boolean not null default false
);
grant select, delete, insert (id, role), update (heartbeat_at, is_gone) on process to :service_role;

create table lease (
  name text collate "C" primary key,
  holder_process_id text,
  expires_at timestamptz not null,
  -- Grows with each new holder; writes of earlier holders are refused.
  fence bigint not null
);
grant select, insert (name, holder_process_id, expires_at, fence),
  update (holder_process_id, expires_at, fence) on lease to :service_role;
