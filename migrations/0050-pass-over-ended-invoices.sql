-- The node's invoices are listed each hour to find what the stream did not tell. The listing begins
-- behind this invoice: all up to it are settled and booked, cancelled, or expired long ago. The hash
-- tells whether the node still counts its invoices as it did.
alter table node_cursor
  add column passed_add_index bigint check (passed_add_index > 0),
  add column passed_hash bytea,
  add constraint node_cursor_passed_is_whole
    check ((passed_add_index is null) = (passed_hash is null));
call grant_to_service('update (passed_add_index, passed_hash) on node_cursor');
