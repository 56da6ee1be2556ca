-- What the service remembers about its node, and which processes live and lead.

-- One row: a database belongs to one node on one network for ever.
create table bound_node (
  is_only boolean primary key default true check (is_only),
  network text not null,
  pubkey text not null
);
call grant_to_service('select, insert on bound_node');

-- How far the node's stream of settled invoices was followed.
create table node_cursor (
  pubkey text collate "C" primary key,
  settle_index bigint not null default 0 check (settle_index >= 0),
  -- What settled up to here was settled before this service met the node.
  baseline bigint check (baseline >= 0)
);
call grant_to_service('select, insert, update on node_cursor');

create table process (
  id text collate "C" primary key,
  role text not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- Known to be gone, however young its heartbeat: a service that is alone on its database says so.
  is_gone boolean not null default false
);
call grant_to_service('select, insert, update, delete on process');

create table lease (
  name text collate "C" primary key,
  holder_process_id text,
  expires_at timestamptz not null,
  -- Grows with every new holder; writes of an older one are refused.
  fence bigint not null
);
call grant_to_service('select, insert, update on lease');
