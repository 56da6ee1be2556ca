-- Locks the one gate through which money leaves this service, and reckons what may still leave. Where
-- nothing is limited, the gate stays open, and `mode` is null. The lock ends with the transaction,
-- so that no two statements let the same room be used twice.
--
-- A window covers whole slices, with the one in which it begins: so nothing more than the limit
-- leaves within any hour or day. Slices open in sequence: when the clock goes back, the newest one
-- goes on.
create or replace function lock_outflow() returns outflow_room
language plpgsql as $$
declare
  limits outflow_limit;
  room outflow_room;
  gate outflow_gate;
begin
  -- Shared by all but set_outflow_limits, which waits for all who have read the limits before.
  perform pg_advisory_xact_lock_shared(hashtext('outflow'), 0);
  limits := outflow_limits();
  if limits.mode is null then
    return null;
  end if;
  select * into gate from outflow_gate for no key update;
  room.mode := limits.mode;
  room.single_msat := limits.single_msat;
  room.slice := greatest(gate.newest_slice, outflow_slice_of(outflow_now()));
  select limits.hour_msat
        - coalesce(sum(s.sent_msat) filter (where s.slice >= room.slice - interval '1 hour'), 0),
      limits.day_msat - coalesce(sum(s.sent_msat), 0),
      limits.net_day_msat - coalesce(sum(s.sent_msat - s.received_msat), 0),
      limits.count_hour
        - coalesce(sum(s.sent_count) filter (where s.slice >= room.slice - interval '1 hour'), 0)
    into room.hour_left_msat, room.day_left_msat, room.net_left_msat, room.count_left
    from outflow_slice s where s.slice >= room.slice - interval '1 day';
  room.extra_left_msat :=
    case when gate.extra_until > outflow_now() then gate.extra_msat else 0 end;
  room.is_latched := exists (select from outside_stop where reason = 'outflow');
  room.sent_msat := 0;
  room.sent_count := 0;
  room.extra_msat := 0;
  return room;
end $$;
