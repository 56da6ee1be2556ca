-- Records successes, the usual case, and so without the detour over JSON. A healthy endpoint is not
-- written for each success. Its commit waits like that of the claim: a result that a promoted
-- standby lacks would let the delivery be sent again.
create or replace function record_webhook_successes(
  endpoints text[], deliveries bigint[], numbers integer[], attempts_before integer[],
  started_at timestamptz[], duration_ms integer[], statuses integer[], excerpts text[]
) returns void
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  update webhook_endpoint e set
      consecutive_failures = 0, failing_since = null, failing_delivery_id = null,
      has_failed_apart = false, warned_stage = 0, last_success_at = now()
    where e.id = any (array(
      select o.id from webhook_endpoint o
        where o.id = any (endpoints)
          and (o.failing_since is not null or o.last_success_at is null
            or o.last_success_at < now() - interval '1 minute')
        order by o.id for no key update));
  perform write_webhook_results(array(
    select row(r.endpoint_id, r.delivery_id, r.number, r.attempts_before, r.started_at,
        r.duration_ms, r.status, null, r.excerpt, 'succeeded', null)::webhook_result
      from unnest(endpoints, deliveries, numbers, attempts_before, started_at, duration_ms,
          statuses, excerpts)
        r (endpoint_id, delivery_id, number, attempts_before, started_at, duration_ms, status,
          excerpt)));
end $$;
grant execute on function record_webhook_successes to :service_role;
