-- Forgets the texts of items of up to `batches_max` multi keysends that ended some time ago: who was
-- to be paid as the caller wrote it, memo and custom records. Payments have their own. The ids of
-- batches sort by time. Returns how many batches it found.
create or replace function forget_batch_items(ended_before timestamptz, batches_max integer)
returns integer
language plpgsql security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  first_id_after uuid := rpad(
    lpad(to_hex(floor(extract(epoch from ended_before) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
  ended uuid[];
begin
  select coalesce(array_agg(batch_id), '{}') into ended from (
    select distinct item.batch_id from payment_batch_item item
      where (item.destination <> '' or item.memo is not null or item.records <> '{}'
          or item.records_text is not null)
        and item.batch_id < first_id_after
        and not exists (
          select from payment_batch_item open
            left join payment part on part.id = open.payment_id
            where open.batch_id = item.batch_id
              and (open.state = 'pending'
                or (open.state = 'started'
                  and (part.ended_at is null or part.ended_at >= ended_before))))
      order by item.batch_id
      limit batches_max
  ) found;
  update payment_batch_item set destination = '', memo = null, records = '{}', records_text = null
    where batch_id = any (ended);
  return cardinality(ended);
end $$;
grant execute on function forget_batch_items to :service_role;
