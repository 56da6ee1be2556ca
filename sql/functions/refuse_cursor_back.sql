-- Refuses to move a cursor back: the values that the service may change only grow.
create or replace function refuse_cursor_back() returns trigger
language plpgsql as $$
begin
  if new.settle_index < old.settle_index then
    raise exception 'the cursor of a node never goes back';
  end if;
  if old.baseline is not null and new.baseline is distinct from old.baseline then
    raise exception 'what a node had received before we met it is known once and for all';
  end if;
  return new;
end $$;

create or replace trigger refuse_cursor_back before update on node_cursor
  for each row execute function refuse_cursor_back();
