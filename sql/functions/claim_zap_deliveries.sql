-- Begins an attempt of due receipts of zaps: up to `deliveries_max`, and up to `per_user` running of
-- one payee, here or in other processes. Payees with fewer running ones come first, however long
-- others wait, so that no one's zaps wait behind those of others. A receipt whose attempts never
-- ended is taken `attempts_max` times, and then it ends.
create or replace function claim_zap_deliveries(
  deliveries_max integer, per_user integer, attempts_max integer, lease_ms integer
) returns table (
  invoice_id uuid, place smallint, user_id uuid, relay text, attempts integer, bolt11 text,
  preimage text, settled_at timestamptz, metadata_json text
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
    with recursive waiting (user_id) as (
      -- Uses the index to skip from payee to payee, however many receipts wait at each.
      (select d.user_id from zap_delivery d where d.next_at is not null
        order by d.user_id limit 1)
      union all
      select (select d.user_id from zap_delivery d
          where d.next_at is not null and d.user_id > w.user_id
          order by d.user_id limit 1)
        from waiting w where w.user_id is not null
    ), ready as (
      select one.spot, one.next_at,
          busy.running + row_number() over (partition by w.user_id order by one.next_at) as turn
        from waiting w
        -- Written so that only the index of running ones fits: the other one would lead through all
        -- that wait for their next attempt.
        cross join lateral (
          select count(*) as running from zap_delivery r
            where r.user_id = w.user_id and r.is_running and coalesce(r.next_at > now(), false)
        ) busy
        cross join lateral (
          select d.ctid as spot, d.next_at from zap_delivery d
            where d.user_id = w.user_id and d.next_at <= now()
            order by d.next_at
            limit greatest(0, per_user - busy.running)
            for no key update skip locked
        ) one
        where w.user_id is not null
    ), due as materialized (
      select r.spot from ready r order by r.turn, r.next_at limit deliveries_max
    ), begun as (
      update zap_delivery d set
          attempts = least(d.attempts + 1, attempts_max),
          is_running = d.attempts < attempts_max,
          next_at = case when d.attempts < attempts_max
            then now() + lease_ms * interval '1 millisecond' end,
          ended_at = case when d.attempts < attempts_max then null else now() end,
          is_accepted = case when d.attempts < attempts_max then null else false end
        from due where d.ctid = due.spot
        returning d.*
    )
    select b.invoice_id, b.place, b.user_id, b.relay, b.attempts, i.bolt11,
        encode(i.preimage, 'hex'), i.settled_at, i.metadata_json
      from begun b
      cross join lateral (select * from invoice o where o.id = b.invoice_id offset 0) i
      where b.is_running;
end $$;
grant execute on function claim_zap_deliveries to :service_role;
