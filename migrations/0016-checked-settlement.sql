-- Where the hourly check of settled invoices begins: the settlements up to this one were compared
-- with the receipts. The hash shows whether the node still counts its settlements as before.
alter table node_cursor
  add column checked_settle_index bigint check (checked_settle_index > 0),
  add column checked_hash bytea,
  add constraint node_cursor_checked_is_whole
    check ((checked_settle_index is null) = (checked_hash is null));
grant update (checked_settle_index, checked_hash) on node_cursor to :service_role;
