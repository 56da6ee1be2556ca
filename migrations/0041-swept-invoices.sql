-- Unpaid invoices of this node that expired before this time have been looked at, and removed if no
-- money can come in by them any more.
alter table node_cursor add column swept_until timestamptz;
grant update (swept_until) on node_cursor to :service_role;
