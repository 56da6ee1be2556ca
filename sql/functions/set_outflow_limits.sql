-- Sets the limits on what leaves that one source has: the settings, or operators by choice. What has
-- left within the last day counts from the first limit on. Where the settings switch limits off, they
-- stop nothing any more.
create or replace function set_outflow_limits(
  of_source text, hour_msat bigint, day_msat bigint, net_day_msat bigint, single_msat bigint,
  count_hour integer, mode text
) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  former outflow_limit;
  present outflow_limit;
begin
  -- Waits for all who have read the former limits, and nothing leaves meanwhile.
  perform pg_advisory_xact_lock(hashtext('outflow'), 0);
  insert into outflow_gate default values on conflict do nothing;
  former := outflow_limits();
  delete from outflow_limit l where l.source = of_source;
  insert into outflow_limit
    select of_source, set_outflow_limits.hour_msat, set_outflow_limits.day_msat,
        set_outflow_limits.net_day_msat, set_outflow_limits.single_msat,
        set_outflow_limits.count_hour, set_outflow_limits.mode
      where num_nonnulls(set_outflow_limits.hour_msat, set_outflow_limits.day_msat,
        set_outflow_limits.net_day_msat, set_outflow_limits.single_msat,
        set_outflow_limits.count_hour, set_outflow_limits.mode) > 0;
  present := outflow_limits();
  if set_outflow_limits.mode = 'off' then
    delete from outside_stop where reason = 'outflow';
  end if;
  if present.mode is null then
    delete from outflow_slice;
  elsif former.mode is null then
    delete from outflow_slice;
    perform fill_outflow_sent(outflow_now() - interval '1 day');
    insert into outside_stop (reason, detail)
      select 'outflow', 'the database has gone back: what has left since is not counted'
        from database_mark m where m.went_back_at > clock_timestamp() - interval '1 day'
      on conflict (reason) do nothing;
  end if;
  if present.net_day_msat is not null and former.net_day_msat is null then
    perform fill_outflow_received(outflow_now() - interval '1 day');
  end if;
end $$;
grant execute on function set_outflow_limits to :service_role;
