-- Proof of what is owed: signed checkpoints, and what files of users are made of. See docs/proof.md.

create table proof_checkpoint (
  epoch bigint primary key check (epoch > 0),
  made_at timestamptz not null,
  node_pubkey text not null,
  depth integer not null check (depth > 0),
  users_root bytea not null check (octet_length(users_root) = 32),
  users_msat bigint not null check (users_msat >= 0),
  unclaimed_msat bigint not null check (unclaimed_msat >= 0),
  in_flight_msat bigint not null check (in_flight_msat >= 0),
  -- Hash of the one before it.
  previous bytea not null check (octet_length(previous) = 32),
  key bytea not null check (octet_length(key) = 32),
  signature bytea not null check (octet_length(signature) = 64),
  -- By the key of the checkpoint before, where this one has another.
  key_signature bytea check (octet_length(key_signature) = 64),
  -- Of the newest only: where the tree stands, and the secret that it grew from.
  run_id uuid unique,
  seed bytea check (octet_length(seed) = 32),
  check ((run_id is null) = (seed is null))
);
create index proof_checkpoint_with_tree on proof_checkpoint (epoch) where run_id is not null;
-- Never removed, never changed.
grant select, insert, update (run_id, seed) on proof_checkpoint to :service_role;

-- Parts of trees. They are written before their checkpoint, in many small transactions.
create table proof_chunk (
  run_id uuid not null,
  kind text not null check (kind in ('leaves', 'tops', 'users')),
  number integer not null check (number >= 0),
  first_id uuid,
  written_at timestamptz not null default clock_timestamp(),
  body bytea not null,
  primary key (run_id, kind, number),
  check ((kind = 'users') = (first_id is not null))
);
-- Hashes cannot be compressed.
alter table proof_chunk alter body set storage external;
create index proof_chunk_of_users on proof_chunk (run_id, first_id) where kind = 'users';
grant select, insert, delete on proof_chunk to :service_role;

-- Keys of checkpoints that a Lightning node has signed.
create table proof_binding (
  key bytea not null check (octet_length(key) = 32),
  node_pubkey text not null,
  signature text not null,
  bound_at timestamptz not null default clock_timestamp(),
  primary key (key, node_pubkey)
);
grant select, insert on proof_binding to :service_role;
