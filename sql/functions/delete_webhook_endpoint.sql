-- Deletes an endpoint and cancels its waiting deliveries: some now, before the wallet is locked,
-- and the rest by a job.
create or replace function delete_webhook_endpoint(
  owner_id uuid, app text, endpoint text, at timestamptz
) returns boolean
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
begin
  if stored.id is null then
    return false;
  end if;
  perform end_some_webhook_deliveries(array[endpoint], 'cancelled', 5000);
  perform lock_wallets(array[owner_id]);
  update webhook_endpoint e set
      state = 'deleted', deleted_at = at, told_to_seq = w.record_seq
    from wallet w
    where e.id = endpoint and w.user_id = e.user_id;
  delete from webhook_secret s where s.endpoint_id = endpoint;
  perform end_webhook_deliveries_of_locked(array[endpoint], 'cancelled');
  update wallet w set has_webhooks = exists (
      select from webhook_endpoint e where e.user_id = owner_id and e.state <> 'deleted')
    where w.user_id = owner_id;
  return true;
end $$;
grant execute on function delete_webhook_endpoint to :service_role;
