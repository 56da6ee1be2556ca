-- Lifts parts of a lockdown, and returns those that were in force. With a number, only parts of that
-- lockdown are lifted, so that no one lifts a newer one by mistake.
create or replace function release_lockdown(parts text[], of_number integer) returns text[]
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  present lockdown;
  lifted text[] := '{}';
begin
  select * into present from lockdown for update;
  if not found or present.number <> coalesce(of_number, present.number) then
    return lifted;
  end if;
  if 'payments' = any (parts) then
    delete from outside_stop where reason = 'lockdown';
    if found then
      lifted := lifted || 'payments'::text;
    end if;
  end if;
  if 'apps' = any (parts) and present.holds_apps then
    lifted := lifted || 'apps'::text;
  end if;
  if 'changes' = any (parts) and present.holds_changes then
    lifted := lifted || 'changes'::text;
  end if;
  update lockdown set holds_apps = holds_apps and not 'apps' = any (lifted),
    holds_changes = holds_changes and not 'changes' = any (lifted);
  return lifted;
end $$;
grant execute on function release_lockdown to :service_role;
