import type { Sql } from '../connection/sql.ts';

/** The sender of a payment: stands for all who were about to send when the database went back. */
export const GONE = 'gone';

/** Of the node that this database belongs to; none before it is known. */
export const addNodeMark = (sql: Sql) => sql`
  insert into node_mark (pubkey) select pubkey from bound_node on conflict do nothing`;

/**
 * What is true of every database that was put back to an earlier state, however that came about; in
 * the transaction that notices it. Nothing that was only reserved may be taken for unsent: it may
 * have been sent since, so recovery asks the node for its end; those still about to send have as
 * long as any sender that fell silent. What settled at the node since the last look is compared.
 */
export async function treatAsGoneBack(sql: Sql): Promise<void> {
  await addNodeMark(sql);
  await sql`
    update node_mark set
      settle_index = coalesce(
        settle_index,
        (select cursor.settle_index from node_cursor cursor where cursor.pubkey = node_mark.pubkey),
        0),
      compared_index = null, compared_at = null`;
  await sql`delete from node_difference`;
  await takeFromProcesses(sql);
  await sql`
    update payment set state = 'dispatching', owner_process_id = null, sender_process_id = ${GONE},
      index_before = coalesce(
        (select payment_index from node_mark where pubkey = payment.node_pubkey), 0)
    where state = 'reserved' and path = 'node' and ended_at is null`;
  await sql`
    insert into process (id, role) values (${GONE}, 'none')
    on conflict (id) do update set heartbeat_at = clock_timestamp()`;
  await sql`update process set is_gone = true`;
}

/**
 * What rows say of processes may be of an earlier state too: those that live on can be past it, and
 * then never take it up again. So no one drives, runs or leads anything now. Recovery takes up each
 * payment that was begun, no further item of a batch is sent, and leaders begin anew.
 *
 * What is only reserved keeps its owner. A request that left before may not have reached the node
 * when the node is looked at, so silence of the node proves nothing until the owner has been silent
 * for long, or the row is old.
 */
export async function takeFromProcesses(sql: Sql): Promise<void> {
  await sql`
    select from payment where path = 'node' and ended_at is null order by id for no key update`;
  await sql`
    update payment set owner_process_id = null
    where path = 'node' and ended_at is null and state <> 'reserved'`;
  await sql`
    with pending as (
      select batch_id, index from payment_batch_item
      where state = 'pending'
      order by batch_id, index
      for no key update
    )
    update payment_batch_item item set state = 'cancelled'
    from pending
    where item.batch_id = pending.batch_id and item.index = pending.index`;
  await sql`update lease set holder_process_id = null`;
}
