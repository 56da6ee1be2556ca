-- Unpaid invoices of a user that have not expired are counted now and then. The index names no
-- column that a payment changes, so that a settlement writes no entry of it (HOT).
create index invoice_by_user on invoice (user_id, expires_at);
