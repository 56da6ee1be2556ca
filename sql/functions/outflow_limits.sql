-- The limits in force on what leaves: of two sources, the lower one counts. `mode` is null where
-- nothing is limited.
create or replace function outflow_limits() returns outflow_limit
language plpgsql as $$
declare
  limits outflow_limit;
begin
  select min(l.hour_msat), min(l.day_msat), min(l.net_day_msat), min(l.single_msat),
      min(l.count_hour), coalesce(min(l.mode), 'enforce')
    into limits.hour_msat, limits.day_msat, limits.net_day_msat, limits.single_msat,
      limits.count_hour, limits.mode
    from outflow_limit l;
  if limits.mode = 'off' or num_nonnulls(limits.hour_msat, limits.day_msat, limits.net_day_msat,
    limits.single_msat, limits.count_hour) = 0
  then
    return null;
  end if;
  return limits;
end $$;
