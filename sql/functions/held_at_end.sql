-- What payments on their way had set aside when an open month ended, after all records of the month
-- were added up. A payment that settled later has a later record. When one was ordered, and when one
-- failed, is said by the clocks of processes: so the sum is kept within what there was.
create or replace function held_at_end(statement statement_open) returns bigint
language sql stable as $$
  select coalesce(sum(held.held_msat), 0)::bigint from (
    select held_msat from open_hold
      where user_id = statement.user_id and created_at < statement.ends_at
    union all
    select held_msat from outgoing_order
      where user_id = statement.user_id and is_failed
        and created_at < statement.ends_at and ended_at >= statement.ends_at
    union all
    select ordered.held_msat from settled_record record
      join outgoing_order ordered on ordered.id = record.id
      where record.user_id = statement.user_id and record.seq > statement.last_seq
        and record.direction = 'outgoing' and ordered.created_at < statement.ends_at
  ) held
$$;
