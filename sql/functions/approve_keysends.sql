-- Approves several keysends that wait as one, and stores them as a batch under the planned id, in one
-- transaction. The process that is named sends them from then on, each as in any batch. `items` are
-- rows of payment_batch_item. `raises` lets the spender pay their sum without asking from now on.
--
-- Locks: the approval, then its idempotency key.
create or replace function approve_keysends(
  approved_id uuid, at timestamptz, device text, raises boolean, process_id text,
  written_at timestamptz, items json
) returns text
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  asked approval;
begin
  select a.* into asked from approval a where a.id = approved_id for no key update;
  assert asked.id is not null and asked.amount_msat = (
      select sum((item.amount_msat + 999) / 1000 * 1000)
      from json_populate_recordset(null::payment_batch_item, items) item
      where item.batch_id = asked.payment_id and item.state = 'pending'),
    'what is approved is what has asked';
  if asked.state <> 'waiting' or asked.expires_at <= at then
    return 'approval_over';
  end if;
  if asked.idempotency_key is not null then
    insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
      values (
        asked.user_id, asked.grant_id, asked.idempotency_key, asked.request_hash, 'batch',
        asked.payment_id)
      on conflict do nothing;
    if not found then
      update approval a set state = 'withdrawn', ended_at = at, ended_on = device, failure = 'repeated'
        where a.id = approved_id;
      return 'repeated';
    end if;
  end if;
  update approval a set state = 'approved', ended_at = at, ended_on = device
    where a.id = approved_id;
  insert into payment_batch (id, user_id, grant_id, owner_process_id, created_at)
    values (asked.payment_id, asked.user_id, asked.grant_id, process_id, written_at);
  insert into payment_batch_item (
      batch_id, index, state, payment_id, identifier, preimage, destination, amount_msat, memo,
      records, records_text, refusal_kind, refusal_detail)
    select
      batch_id, index, state, payment_id, identifier, preimage, destination, amount_msat, memo,
      records, records_text, refusal_kind, refusal_detail
    from json_populate_recordset(null::payment_batch_item, items);
  if raises then
    update budget b set ask_above_msat = asked.amount_msat
      where b.user_id = asked.user_id and b.grant_id = asked.grant_id
        and b.ask_above_msat < asked.amount_msat;
  end if;
  return 'inserted';
end $$;
grant execute on function approve_keysends to :service_role;
