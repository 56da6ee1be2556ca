import type { Sql } from '../connection/sql.ts';

/** The sender of a payment: stands for all who were about to send when the database went back. */
export const GONE = 'gone';

/** Of the node that this database belongs to; none before it is known. */
export const addNodeMark = (sql: Sql) => sql`
  insert into node_mark (pubkey) select pubkey from bound_node on conflict do nothing`;

/**
 * What is true of every database that was put back to an earlier state, however that came about; in
 * the transaction that notices it. Nothing that was only reserved may be taken for unsent: it may
 * have been sent since, so recovery asks the node for its end. Those who drove or led anything
 * drive and lead it no more; those still about to send have as long as any sender that fell silent.
 */
export async function treatAsGoneBack(sql: Sql): Promise<void> {
  await addNodeMark(sql);
  await sql`
    update node_mark set
      settle_index = coalesce(
        (select cursor.settle_index from node_cursor cursor where cursor.pubkey = node_mark.pubkey),
        0),
      compared_index = null, compared_at = null`;
  await sql`delete from node_difference`;
  await sql`
    select from payment where state = 'reserved' and path = 'node' and ended_at is null
    order by id for no key update`;
  await sql`
    update payment set state = 'dispatching', owner_process_id = null,
      sender_process_id = ${GONE},
      index_before = coalesce(
        (select payment_index from node_mark where pubkey = payment.node_pubkey), 0)
    where state = 'reserved' and path = 'node' and ended_at is null`;
  await sql`
    insert into process (id, role) values (${GONE}, 'none')
    on conflict (id) do update set heartbeat_at = clock_timestamp()`;
  await sql`update process set is_gone = true`;
  await sql`update lease set holder_process_id = null`;
}
