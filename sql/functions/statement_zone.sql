-- The time zone of a user's month that begins at this time: the one they have, if they had it then,
-- else the one of the month before. What this database cannot read counts as UTC.
create or replace function statement_zone(who uuid, begins_at timestamptz, before text)
returns text
language plpgsql stable as $$
declare
  zone text;
begin
  select case when coalesce(time_zone_since, '-infinity') <= begins_at
      then coalesce(time_zone, 'UTC') else before end
    into zone from wallet_user where id = who;
  perform begins_at at time zone zone;
  return coalesce(zone, before);
exception when invalid_parameter_value then
  return 'UTC';
end $$;
