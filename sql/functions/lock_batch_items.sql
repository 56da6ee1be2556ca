-- Locks the items of multi keysends before the wallets, as a multi keysend cancels its items one by
-- one.
create or replace function lock_batch_items(events payment_event[]) returns void
language plpgsql as $$
begin
  perform from payment_batch_item item
    where (item.batch_id, item.index) in (select e.batch_id, e.batch_index from unnest(events) e)
    order by item.batch_id, item.index for no key update;
end $$;
