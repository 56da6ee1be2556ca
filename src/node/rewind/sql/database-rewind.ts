import type { Sql } from '../../../database/sql.ts';

/**
 * The name that replaces the senders of payments that were about to be sent when the database went
 * back.
 */
export const GONE = 'gone';

/** Adds the mark of the node that this database belongs to; no earlier one is known. */
export const addNodeMark = (sql: Sql) => sql`
  insert into node_mark (pubkey) select pubkey from bound_node on conflict do nothing`;

/**
 * Makes a database that went back to an earlier state safe, in the transaction that notices it. No
 * reserved payment counts as unsent, as it may have been sent since: recovery asks the node for
 * its end. Processes that were about to send get as long as any sender that fell silent. Reserved
 * withdrawals become unknown, and are marked after the leases, in the order of all their locks. The
 * wallet of the node has to be read anew before payments leave again without a person.
 * Settlements at the node since the last look are compared. Requests of apps that were sent before
 * are not begun: see `went_back_at`.
 */
export async function treatAsRewound(sql: Sql): Promise<void> {
  await sql`update database_mark set went_back_at = clock_timestamp()`;
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
  await sql`update chain_cursor set looked_at = null where looked_at is not null`;
  await sql`update withdrawal set state = 'unknown' where state = 'reserved' and ended_at is null`;
  await sql`
    insert into process (id, role) values (${GONE}, 'none')
    on conflict (id) do update set heartbeat_at = clock_timestamp()`;
  await sql`update process set is_gone = true`;
}

/**
 * Rows about processes may be outdated too: living processes may have moved on and would never
 * return to them. So no process drives, runs or leads anything now. Recovery takes over each begun
 * payment, no further batch items are sent, and leaders start again. What they still write as
 * leaders is refused: fences that were given out later than this state are lost with the rest, and
 * the time in seconds is above all of them, as leaders change less often.
 *
 * Reserved payments keep their owner. A request that left earlier may not have reached the node at
 * the time of the look, so the node's silence proves nothing until the owner has been silent for
 * long, or the row is old.
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
  await sql`
    update lease set
      holder_process_id = null,
      fence = greatest(fence + 1, extract(epoch from clock_timestamp())::bigint)`;
}
