import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { LOOKED_AT_RECORDS } from '../limits.ts';
import type { FirstSat, FirstSatStore } from '../node-steps.ts';

export const createFirstSatStore = (database: Database): FirstSatStore =>
  bindQueries(database, { readFirstSat });

/**
 * Looks for a user's payments that went over the node. Payments between wallets of this service do
 * not count.
 */
async function readFirstSat(sql: Sql, userId: string): Promise<FirstSat> {
  const newest = (direction: 'incoming' | 'outgoing') => sql`
    select id from settled_record
    where user_id = ${userId} and direction = ${direction}
    order by created_at desc, id desc
    limit ${LOOKED_AT_RECORDS}`;
  const [row] = await sql<{ has_received: boolean; has_sent: boolean }[]>`
    select
      exists (
        select from (${newest('incoming')}) r
        join receipt on receipt.id = r.id and receipt.source = 'node') as has_received,
      exists (
        select from (${newest('outgoing')}) r
        join payment on payment.id = r.id and payment.path = 'node') as has_sent`;
  assert(row !== undefined, 'a select without a table has one row');
  return { hasReceived: row.has_received, hasSent: row.has_sent };
}
