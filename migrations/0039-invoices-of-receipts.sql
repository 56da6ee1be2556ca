-- Whoever writes a receipt of an invoice holds the invoice locked, so the key proved once more, for
-- each receipt, that the invoice is there. What is left to refuse is a removal: refuse_paid_removal.
alter table receipt drop constraint receipt_invoice_id_fkey;
