-- What is decided of a list of internal payments.
create type internal_decisions as (
  answers money_answer[],
  -- Places in the list, and the events with what was found out about them.
  accepted integer[],
  events payment_event[],
  budgets locked_budgets
);

-- Keys to what the money functions hold locked, or have just written, as they write the row. Wallets
-- and transfers are never removed, and "books check" finds a row without. An invoice is only removed
-- while it is locked, together with its row here.
alter table posting drop constraint posting_transfer_id_fkey;
alter table payment drop constraint payment_user_id_fkey;
alter table receipt drop constraint receipt_user_id_fkey;
alter table node_invoice_to_cancel drop constraint node_invoice_to_cancel_invoice_id_fkey;

-- Each row gets two more versions: with the text that the node signed, and when it is paid. With
-- less room they went to other pages, and into all indexes.
alter table invoice set (fillfactor = 50);
