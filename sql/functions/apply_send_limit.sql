-- Makes the budget of all that a user sends what their limit says: their own, else the default of
-- the service in sats, where null means none. Answers whether that changed it.
create or replace function apply_send_limit(payer_id uuid, default_sat bigint, at timestamptz)
returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  wanted_sat bigint;
  present_msat bigint;
  changed boolean := false;
begin
  loop
    wanted_sat := limit_in_force(
      (select l.max_send_day_sat from user_limit l where l.user_id = payer_id), default_sat);
    present_msat := (
      select b.limit_msat from budget b where b.user_id = payer_id and b.grant_id = '*');
    if present_msat is not distinct from wanted_sat * 1000 then
      return changed;
    elsif wanted_sat is null then
      perform remove_budget(payer_id, '*');
    else
      perform put_budget(payer_id, '*', wanted_sat * 1000, null, 'day', null, at);
    end if;
    -- Either has waited for the wallet, and meanwhile another limit may have been set. From here on
    -- this transaction has the wallet, so what it reads now stays.
    changed := true;
  end loop;
end $$;
grant execute on function apply_send_limit to :service_role;
