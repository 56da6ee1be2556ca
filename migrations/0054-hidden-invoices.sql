-- Open invoices that their user does not want to see in lists any more. They can still be paid.
alter table invoice add column hidden_at timestamptz;
grant update (hidden_at) on invoice to :service_role;
