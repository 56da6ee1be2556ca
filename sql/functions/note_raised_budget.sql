-- Notes that a grant may spend more than before, as src/authorization/budget.ts has it
-- (`allowsMore`). The user's own limit is none of a grant: set_user_limits notes it.
create or replace function note_raised_budget() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform write_user_change(old.user_id, 'budget_raised', old.grant_id);
  return null;
end $$;

create or replace trigger note_raised_budget
  after update of limit_msat, ask_above_msat, interval, expires_at on budget
  for each row when (
    old.grant_id <> '*' and (
      old.limit_msat < coalesce(new.limit_msat, 9223372036854775807)
      or old.ask_above_msat < coalesce(new.ask_above_msat, 9223372036854775807)
      or old.expires_at < coalesce(new.expires_at, 'infinity')
      or old.limit_msat is not null and new.interval < old.interval))
  execute function note_raised_budget();

create or replace trigger note_removed_budget after delete on budget
  for each row when (old.grant_id <> '*') execute function note_raised_budget();
