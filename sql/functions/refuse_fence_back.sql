-- Refuses to move a fence back: an earlier holder of the lease could write again.
create or replace function refuse_fence_back() returns trigger
language plpgsql as $$
begin
  if new.fence < old.fence then
    raise exception 'the fence of a lease never falls';
  end if;
  return new;
end $$;

create or replace trigger refuse_fence_back before update on lease
  for each row execute function refuse_fence_back();
