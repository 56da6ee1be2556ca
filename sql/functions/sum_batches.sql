-- Sums what batches send over the node, by their ids: for the limit of a single payment, a batch is
-- one. What goes to our own node goes to users here.
create or replace function sum_batches(events payment_event[]) returns jsonb
language sql as $$
  select jsonb_object_agg(batch.id, batch.sum_msat)
    from (
      select item.batch_id, sum(item.amount_msat) from payment_batch_item item
        where item.batch_id = any (array(select e.batch_id from unnest(events) e))
          and item.destination <> all (array(select e.node_pubkey from unnest(events) e))
        group by item.batch_id
    ) batch (id, sum_msat)
$$;
