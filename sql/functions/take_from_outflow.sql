-- Takes a payment from what may still leave. Where it passes a limit, it is taken wholly from what an
-- operator has allowed beyond the limits, and else refused: `is_latched` is true then.
create or replace function take_from_outflow(
  room outflow_room, amount_msat bigint, cost_msat bigint
) returns outflow_room
language plpgsql immutable as $$
declare
  limit_passed constant text := case
    when amount_msat > room.single_msat then 'single'
    when cost_msat > room.hour_left_msat then 'hour'
    when cost_msat > room.day_left_msat then 'day'
    when cost_msat > room.net_left_msat then 'net_day'
    when room.count_left < 1 then 'count_hour'
  end;
begin
  room.counted_in := null;
  if room.is_latched then
    return room;
  elsif limit_passed is not null and room.mode = 'enforce' then
    if cost_msat <= room.extra_left_msat then
      room.extra_left_msat := room.extra_left_msat - cost_msat;
      room.extra_msat := room.extra_msat + cost_msat;
    else
      -- From here on everything is refused, as it will be once the latch is written.
      room.passed := limit_passed;
      room.is_latched := true;
    end if;
    return room;
  end if;
  room.passed := coalesce(room.passed, limit_passed);
  room.hour_left_msat := room.hour_left_msat - cost_msat;
  room.day_left_msat := room.day_left_msat - cost_msat;
  room.net_left_msat := room.net_left_msat - cost_msat;
  room.count_left := room.count_left - 1;
  room.sent_msat := room.sent_msat + cost_msat;
  room.sent_count := room.sent_count + 1;
  room.counted_in := room.slice;
  return room;
end $$;
