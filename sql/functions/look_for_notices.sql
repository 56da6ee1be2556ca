-- For older processes, which know no limits of the service: look_for_wallet_notices is called now.
create or replace function look_for_notices(who uuid, callers_now timestamptz) returns bigint
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  return look_for_wallet_notices(who, callers_now, null);
end $$;
grant execute on function look_for_notices to :service_role;
