-- The root keys of the node's macaroons that calls of a process may still carry; null while that is
-- not known, as with a process of an earlier version.
alter table process add column root_key_ids text[];
grant insert (root_key_ids), update (root_key_ids) on process to :service_role;

-- The root keys at the node of macaroons that this service has or had since they were first
-- replaced. A row ends once the node has deleted its key.
create table node_root_key (
  id text primary key check (id ~ '^[1-9][0-9]{0,19}$')
);
grant select, insert, delete on node_root_key to :service_role;
