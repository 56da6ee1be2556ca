import { createKeyedQueue } from '../../base/keyed-queue.ts';
import { MAX_DEEP_LISTS, MAX_WAITING_LISTS } from '../../base/limits.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { HistoryQuery } from '../history-store.ts';
import type { Slice } from './history-slice.ts';

/**
 * Reads pages with a large offset, for which the database has to count records from the start of
 * the list. Counting reads only an index, and only the records of the page are read. Filtered pages
 * in the order of settlement are an exception: they also read the records that they skip. Each user
 * runs one such query at a time, and all users together only a few, so that other statements find a
 * free connection.
 */
export interface LargeOffsetQueue {
  /** Reads records as JSON, newest first; null when too many calls of the user are waiting. */
  byCreation(query: HistoryQuery, slice: Slice): Promise<readonly string[] | null>;
  /**
   * Reads records in the order of settlement, from behind the record with the number `seq`. Null
   * when too many calls of the user are waiting.
   */
  bySettlement(query: HistoryQuery, slice: Slice, seq: bigint): Promise<readonly string[] | null>;
}

export function createLargeOffsetQueue(database: Database): LargeOffsetQueue {
  const turns = createKeyedQueue({
    maxRunning: MAX_DEEP_LISTS,
    maxWaitingOfKey: MAX_WAITING_LISTS,
  });
  const queued = async (
    { userId }: HistoryQuery,
    read: (sql: Sql) => Promise<readonly string[]>,
  ): Promise<readonly string[] | null> => {
    const done = await turns.run(userId, () => database.query(read));
    return done?.value ?? null;
  };
  return {
    byCreation: (query, slice) => queued(query, (sql) => readByCreation(sql, query, slice)),
    bySettlement: (query, slice, seq) =>
      queued(query, (sql) => readBySettlement(sql, query, slice, seq)),
  };
}

interface BodyRow {
  readonly body: string;
}

const toBodies = (rows: readonly BodyRow[]): readonly string[] => rows.map(({ body }) => body);

/**
 * Whether a user also has records of bitcoin on the chain. They are numbered together with
 * Lightning records, so the number of a Lightning record then does not tell how many come before
 * it, and rows must be read to count them. A wallet stores its highest number, and counts its
 * Lightning records.
 */
async function hasOtherRails(sql: Sql, userId: string): Promise<boolean> {
  const [wallet] = await sql<{ has_others: boolean }[]>`
    select record_seq > invoices_count + transactions_count as has_others
    from wallet where user_id = ${userId}`;
  return wallet?.has_others ?? false;
}

async function readByCreation(
  sql: Sql,
  { userId, direction, limit, offset }: HistoryQuery,
  { after, before }: Slice,
): Promise<readonly string[]> {
  const isPassedOver = await hasOtherRails(sql, userId);
  const slice = (one: 'incoming' | 'outgoing') => sql`
    select created_at, id from settled_record
    where user_id = ${userId} and direction = ${one}
      and ${direction} in (${one}, 'both')
      and ${isPassedOver ? sql`rail = 'lightning'` : sql`true`}
      and (created_at, id) > (${after.createdAt}, ${after.id})
      and (created_at, id) < (${before.createdAt}, ${before.id})
    order by created_at desc, id desc`;
  const rows = await sql<BodyRow[]>`
    with page as materialized (
      select created_at, id
      from ((${slice('incoming')}) union all (${slice('outgoing')})) walk
      order by created_at desc, id desc
      limit ${limit} offset ${offset}
    )
    select record.body from page join settled_record record on record.id = page.id
    where record.rail = 'lightning'
    order by page.created_at desc, page.id desc`;
  return toBodies(rows);
}

/**
 * Reads records by settlement, oldest first, so that a client that polls can continue after its
 * last one.
 */
async function readBySettlement(
  sql: Sql,
  query: HistoryQuery,
  { after, before }: Slice,
  seq: bigint,
): Promise<readonly string[]> {
  const { userId, direction, limit, offset } = query;
  if (isAll(query) && !(await hasOtherRails(sql, userId))) {
    // The numbers of a user's records have no gaps, so the number of the first record on the page
    // can be calculated.
    const from = seq + BigInt(offset);
    const rows = await sql<BodyRow[]>`
      select body from settled_record
      where user_id = ${userId} and seq > ${from} and seq <= ${from + BigInt(limit)}
        and rail = 'lightning'
      order by seq`;
    return toBodies(rows);
  }
  const directions = direction === 'both' ? ['incoming', 'outgoing'] : [direction];
  const rows = await sql<BodyRow[]>`
    with page as materialized (
      select seq from settled_record
      where user_id = ${userId} and seq > ${seq} and rail = 'lightning'
        and direction = any (${sql.array(directions, ARRAY_OF.text)}::record_direction[])
        and (created_at, id) > (${after.createdAt}, ${after.id})
        and (created_at, id) < (${before.createdAt}, ${before.id})
      order by seq
      limit ${limit} offset ${offset}
    )
    select record.body
    from page join settled_record record on record.user_id = ${userId} and record.seq = page.seq
    order by page.seq`;
  return toBodies(rows);
}

/** Whether a query filters by nothing but the position in the order of settlement. */
const isAll = ({ direction, createdAfter, createdBefore, since, before }: HistoryQuery): boolean =>
  direction === 'both' &&
  createdAfter === null &&
  createdBefore === null &&
  since === null &&
  before === null;
