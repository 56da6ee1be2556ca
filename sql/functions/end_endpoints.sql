-- Deletes all webhook endpoints of a user who leaves. Endpoints and the wallet are locked: a few
-- waiting deliveries are cancelled now, and the rest by a job.
create or replace function end_endpoints(owner_id uuid, at timestamptz) returns void
language plpgsql as $$
declare
  ended text[] := array(
    select e.id from webhook_endpoint e
    where e.user_id = owner_id and e.state <> 'deleted' order by e.id);
begin
  if cardinality(ended) = 0 then
    return;
  end if;
  update webhook_endpoint e set
      state = 'deleted', deleted_at = at, told_to_seq = w.record_seq
    from wallet w
    where e.id = any (ended) and w.user_id = e.user_id;
  delete from webhook_secret s where s.endpoint_id = any (ended);
  perform end_webhook_deliveries_of_locked(ended, 'cancelled');
  update wallet set has_webhooks = false where user_id = owner_id;
end $$;
