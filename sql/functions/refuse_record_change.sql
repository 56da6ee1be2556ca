-- Refuses to change a record. Those of older versions are filled once with what they are about, see
-- fill_records.
create or replace function refuse_record_change() returns trigger
language plpgsql as $$
declare
  filled settled_record := old;
begin
  if old.amount_msat is null and new.amount_msat is not null then
    filled.kind := new.kind;
    filled.amount_msat := new.amount_msat;
    filled.fee_msat := new.fee_msat;
    filled.grant_id := new.grant_id;
    if filled = new then
      return new;
    end if;
  end if;
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger refuse_change before update on settled_record
  for each row execute function refuse_record_change();
