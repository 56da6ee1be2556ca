-- Records failures together with the new health of the endpoints; see lock_webhook_health.
create or replace function record_webhook_diagnoses(results text, healths text) returns void
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
      consecutive_failures = h.consecutive_failures, failing_since = h.failing_since,
      failing_delivery_id = h.failing_delivery_id, has_failed_apart = h.has_failed_apart,
      last_success_at = h.last_success_at, warned_stage = h.warned_stage
    from json_populate_recordset(null::webhook_health, healths::json) h
    where e.id = h.endpoint_id;
  perform write_webhook_results(
    array(select r from json_populate_recordset(null::webhook_result, results::json) r));
end $$;
grant execute on function record_webhook_diagnoses to :service_role;
