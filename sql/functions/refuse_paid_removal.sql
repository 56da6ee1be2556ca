-- Refuses to remove an invoice that has a receipt. A writer of a receipt holds its invoice locked,
-- and so does a removal, so one sees what the other did.
create or replace function refuse_paid_removal() returns trigger
language plpgsql as $$
begin
  if exists (select from receipt where invoice_id = old.id) then
    raise exception 'invoice % has a receipt', old.id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;

create or replace trigger refuse_paid_removal before delete on invoice
  for each row execute function refuse_paid_removal();
