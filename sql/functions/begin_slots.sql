-- Returns the kinds of jobs whose slot is due and not begun yet. A second caller waits for the
-- first and finds the slot begun.
create or replace function begin_slots(known_kinds text[]) returns table (kind text)
language sql as $$
  update job_schedule s
    set last_slot = floor((extract(epoch from clock_timestamp()) - s.offset_sec) / s.every_sec)
    where s.kind = any (known_kinds)
      and s.last_slot < floor((extract(epoch from clock_timestamp()) - s.offset_sec) / s.every_sec)
    returning s.kind
$$;
grant execute on function begin_slots to :service_role;
