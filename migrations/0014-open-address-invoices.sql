-- Those that are paid stay for ever. So counts and sweeps of unpaid ones have indexes without them.
alter table address_invoice add column is_open boolean not null default true;
update address_invoice a set is_open = false
  from invoice i
  where i.id = a.invoice_id and i.settled_at is not null;
drop index address_invoice_by_user;
drop index address_invoice_by_network;
drop index address_invoice_by_end;
create index address_invoice_open_by_user on address_invoice (user_id, expires_at) where is_open;
create index address_invoice_open_by_network on address_invoice (network, expires_at) where is_open;
create index address_invoice_open_by_end on address_invoice (expires_at, invoice_id) where is_open;
