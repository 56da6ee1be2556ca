-- Lets money leave again after a limit was reached, and so much of it beyond the limits within the
-- next hour. Answers whether a limit had stopped it.
create or replace function release_outflow(beyond_msat bigint) returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  was_stopped boolean;
begin
  perform from outflow_gate for no key update;
  delete from outside_stop where reason = 'outflow';
  was_stopped := found;
  if was_stopped or beyond_msat > 0 then
    update outflow_gate
      set extra_msat = beyond_msat, extra_until = outflow_now() + interval '1 hour';
  end if;
  return was_stopped;
end $$;
grant execute on function release_outflow to :service_role;
