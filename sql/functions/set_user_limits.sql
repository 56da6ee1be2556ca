-- Sets a user's own limits, in sats: null for the default of the service, 0 for none. Only limits
-- that are named change.
create or replace function set_user_limits(
  owner_id uuid, sets_balance boolean, new_max_balance_sat bigint, sets_send_day boolean,
  new_max_send_day_sat bigint, default_send_day_sat bigint, at timestamptz
) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  former_msat constant bigint := (
    select b.limit_msat from budget b where b.user_id = owner_id and b.grant_id = '*');
begin
  insert into user_limit as l (user_id, max_balance_sat, max_send_day_sat)
    values (owner_id, new_max_balance_sat, new_max_send_day_sat)
    on conflict (user_id) do update set
      max_balance_sat =
        case when sets_balance then excluded.max_balance_sat else l.max_balance_sat end,
      max_send_day_sat =
        case when sets_send_day then excluded.max_send_day_sat else l.max_send_day_sat end;
  perform apply_send_limit(owner_id, default_send_day_sat, at);
  if former_msat is not null and not exists (
    select from budget b
      where b.user_id = owner_id and b.grant_id = '*' and b.limit_msat <= former_msat)
  then
    perform write_user_change(owner_id, 'limit_raised', '');
  end if;
end $$;
grant execute on function set_user_limits to :service_role;
