-- Begins an attempt of up to the given number of due deliveries of each endpoint. Concurrent
-- callers get different ones; when the lease expires, another process takes over.
--
-- A claim changes no indexed column, so that the new row version stays in its page and no index
-- needs an entry for it (HOT). Locked rows are found once, by their keys, and updated in place: a
-- join with all deliveries could be reversed by a plan made when there were few.
--
-- The commit of a claim waits for the disk and the standbys like any other: a primary that was
-- replaced and goes on running must not hand out deliveries beside the new one.
create or replace function claim_webhook_deliveries(
  endpoints text[], counts integer[], lease_ms integer
) returns table (
  endpoint_id text, id bigint, attempts integer, attempts_before integer, user_id uuid, url text,
  consecutive_failures integer, message_id uuid, event_type webhook_event_type, body text,
  sealed_secrets text
)
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    with due as materialized (
      -- Locked here, so the row stays in its place until it is updated.
      select d.place
        from unnest(endpoints, counts) share (endpoint_id, deliveries_max)
        cross join lateral (
          select d.ctid as place from webhook_delivery d
            where d.endpoint_id = share.endpoint_id and d.state = 'pending' and d.next_at <= now()
              and (d.claimed_until is null or d.claimed_until <= now())
            order by d.next_at limit share.deliveries_max
            for no key update skip locked
        ) d
    ), claimed as (
      update webhook_delivery d
        set claimed_until = now() + lease_ms * interval '1 millisecond', attempts = d.attempts + 1
        from due where d.ctid = due.place
        returning d.*
    )
    select c.endpoint_id, c.id, c.attempts, c.attempts_before, e.user_id, e.url,
        e.consecutive_failures, c.message_id, c.event_type, coalesce(c.body, r.body),
        -- In hex: a list of bytea costs the driver more than all other columns together.
        (select string_agg(encode(s.sealed, 'hex'), ',' order by s.number desc)
          from webhook_secret s
          where s.endpoint_id = c.endpoint_id
            and (s.valid_until is null or s.valid_until > now()))
      from claimed c
      cross join lateral (
        select * from webhook_endpoint o where o.id = c.endpoint_id and o.state = 'active' offset 0
      ) e
      left join settled_record r on r.id = c.message_id;
end $$;
grant execute on function claim_webhook_deliveries to :service_role;
