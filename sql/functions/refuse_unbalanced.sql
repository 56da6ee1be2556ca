-- Refuses postings that do not sum to zero: one statement inserts all of a transfer.
create or replace function refuse_unbalanced() returns trigger
language plpgsql as $$
declare
  unbalanced uuid;
begin
  select transfer_id into unbalanced
    from added group by transfer_id having sum(amount_msat) <> 0 limit 1;
  if found then
    raise exception 'transfer % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger refuse_unbalanced after insert on posting
  referencing new table as added
  for each statement execute function refuse_unbalanced();
