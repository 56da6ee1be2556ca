import { GONE } from '../../../background/process-store.ts';
import type { Sql } from '../../../database/sql.ts';

/**
 * Adds the row with the watermark for the node that this database belongs to. A new row means that
 * no payment of the node is known.
 */
export const addNodeMark = (sql: Sql) => sql`
  insert into node_mark (pubkey) select pubkey from bound_node on conflict do nothing`;

/**
 * Makes a database safe that was restored to an earlier state, in the transaction that notices it.
 * No reserved payment counts as unsent, because it may have been sent since: recovery asks the node
 * for its end, after the time for which every silent sender is waited for. Reserved withdrawals
 * become unknown; they are updated after the leases, which is the order of locks everywhere. The
 * node's on-chain wallet has to be read again before payments may leave without a person's
 * decision. Settlements at the node since the last check are compared. Payment requests that apps
 * sent before are not begun any more: see `went_back_at`.
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
  // What was decided since may have been paid.
  await sql`
    update approval set state = 'expired', ended_at = clock_timestamp() where state = 'waiting'`;
  await sql`
    insert into process (id, role) values (${GONE}, 'none')
    on conflict (id) do update set heartbeat_at = clock_timestamp()`;
  await sql`update process set is_gone = true`;
  // What has left since is not counted in the limits on it, so a person has to look first.
  await sql`
    insert into outside_stop (reason, detail)
      select 'outflow', 'the database has gone back: what has left since is not counted'
      where exists (select from outflow_limit where mode is distinct from 'off')
    on conflict (reason) do nothing`;
}

/**
 * Takes all work from all processes. What the rows say about processes may be outdated, and living
 * processes may believe that their work is done, so no one would continue it. Recovery takes over
 * each payment that was begun, no further batch items are sent, and the leases are given out again.
 * Writes under an old lease are refused. The database does not know which fencing tokens it gave
 * out after the state to which it was restored, so new tokens start from the time in seconds, which
 * is above all of them.
 *
 * Reserved payments keep their owner. A request that left earlier may not have reached the node at
 * the time of the check, so the node's silence proves nothing until the owner has been silent for
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
