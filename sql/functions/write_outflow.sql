-- Writes what has left, and latches the gate where a limit was passed: nothing leaves any more until
-- an operator allows it. The gate is locked (lock_outflow).
create or replace function write_outflow(room outflow_room) returns void
language plpgsql as $$
begin
  if room.sent_count > 0 or room.extra_msat > 0 then
    insert into outflow_slice as s (slice, sent_msat, sent_count, extra_msat)
      values (room.slice, room.sent_msat, room.sent_count, room.extra_msat)
      on conflict (slice) do update set sent_msat = s.sent_msat + excluded.sent_msat,
        sent_count = s.sent_count + excluded.sent_count,
        extra_msat = s.extra_msat + excluded.extra_msat;
    update outflow_gate g
      set newest_slice = room.slice, extra_msat = g.extra_msat - room.extra_msat
      where g.newest_slice < room.slice or room.extra_msat > 0;
  end if;
  if room.passed is null then
    return;
  elsif room.mode = 'enforce' then
    insert into outside_stop (reason, detail)
      values ('outflow', 'what leaves this service has reached its limit: ' || room.passed)
      on conflict (reason) do nothing;
  else
    update outflow_gate set passed_at = outflow_now(), passed = room.passed;
  end if;
end $$;
