-- Sends again the messages that were not delivered since then, oldest first, up to
-- `deliveries_max`. A message gets up to `attempts_max` attempts. Locks in the order in which
-- results are recorded.
create or replace function recover_webhook_deliveries(
  owner_id uuid, app text, endpoint text, since timestamptz, deliveries_max integer,
  attempts_max integer
) returns recovered_deliveries
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
  recovered_count integer;
begin
  if stored.id is null then
    return row('absent', 0)::recovered_deliveries;
  elsif stored.state <> 'active' then
    return row('disabled', 0)::recovered_deliveries;
  end if;
  with missed as materialized (
    select u.id from webhook_delivery u
      where u.endpoint_id = endpoint and u.state in ('exhausted', 'skipped')
        and u.created_at >= since and u.attempts < attempts_max
      order by u.id limit deliveries_max
  ), locked as materialized (
    select d.id, d.state
      from missed m join webhook_delivery d on d.endpoint_id = endpoint and d.id = m.id
      order by d.id for no key update of d
  )
  update webhook_delivery d set
      state = 'pending', next_at = now(), done_at = null, trigger = 'manual',
      attempts_before = d.attempts
    from locked l
    where d.endpoint_id = endpoint and d.id = l.id and l.state in ('exhausted', 'skipped');
  get diagnostics recovered_count = row_count;
  return row('recovered', recovered_count)::recovered_deliveries;
end $$;
grant execute on function recover_webhook_deliveries to :service_role;
