-- Writes results of attempts: the log gets every attempt; a delivery only the attempt that it waits
-- for. In the order of keys, as everywhere that several are locked.
create or replace function write_webhook_results(results webhook_result[]) returns void
language plpgsql
as $$
begin
  with locked as materialized (
    select r.*, d.place, d.attempts, d.attempts_before as old_attempts_before, d.done_at, d.trigger
      from (select * from unnest(results) order by endpoint_id, delivery_id) r
      cross join lateral (
        select d.ctid as place, d.attempts, d.attempts_before, d.done_at, d.trigger
          from webhook_delivery d where d.endpoint_id = r.endpoint_id and d.id = r.delivery_id
          for no key update
      ) d
  ), logged as (
    insert into webhook_attempt (endpoint_id, delivery_id, number, trigger, started_at, duration_ms,
        status, error_class, response_excerpt)
      select l.endpoint_id, l.delivery_id, l.number, l.trigger, l.started_at, l.duration_ms,
        l.status, l.error_class, l.response_excerpt
      from locked l
      on conflict do nothing
  )
  update webhook_delivery d set
      state = l.new_state,
      next_at = case l.new_state when 'pending'
        then now() + l.after_ms * interval '1 millisecond' end,
      done_at = case l.new_state when 'pending' then null else now() end,
      claimed_until = null,
      last_status = l.status,
      last_error = l.error_class
    from locked l
    where d.ctid = l.place and l.done_at is null
      and l.attempts = l.number and l.old_attempts_before = l.attempts_before;
end $$;
