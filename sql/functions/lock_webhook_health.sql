-- Locks the health of endpoints, for a diagnosis that record_webhook_diagnoses writes in the same
-- transaction.
create or replace function lock_webhook_health(endpoints text[])
returns table (
  endpoint_id text, consecutive_failures integer, failing_since timestamptz,
  failing_delivery_id bigint, has_failed_apart boolean, last_success_at timestamptz,
  warned_stage smallint, looked_at timestamptz
)
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  return query
    select e.id, e.consecutive_failures, e.failing_since, e.failing_delivery_id,
        e.has_failed_apart, e.last_success_at, e.warned_stage, now()
      from webhook_endpoint e where e.id = any (endpoints) order by e.id for no key update;
end $$;
grant execute on function lock_webhook_health to :service_role;
