-- Closes invoices of addresses that were paid: they no longer count as open, and no sweep looks at
-- them again.
create or replace function close_paid_address_invoice() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update address_invoice set is_open = false where invoice_id = new.id;
  return null;
end $$;

create or replace trigger close_paid_address_invoice after update of settled_at on invoice
  for each row
  when (old.settled_at is null and new.settled_at is not null and new.grant_id = 'address')
  execute function close_paid_address_invoice();
