-- Lets one transaction of the chain through the gate. One that has left already is only counted.
create or replace function take_one_from_outflow(
  amount_msat bigint, cost_msat bigint, has_left boolean
) returns outflow_room
language plpgsql as $$
declare
  room outflow_room := lock_outflow();
begin
  if room.mode is null then
    return room;
  elsif has_left then
    room.sent_msat := cost_msat;
    room.sent_count := 1;
    room.counted_in := room.slice;
    room.is_latched := false;
  else
    room := take_from_outflow(room, amount_msat, cost_msat);
  end if;
  perform write_outflow(room);
  return room;
end $$;
