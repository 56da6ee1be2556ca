import { batchCalls } from '../../base/batch-calls.ts';
import { MAX_RECORDS_AT_ONCE } from '../../base/limits.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { HistoryQuery } from '../history-store.ts';
import type { Slice } from './history-slice.ts';
import type { LargeOffsetQueue } from './large-offset-queue.ts';
import { type RecordLines, recordLines, toBodies } from './record-lines.ts';

export interface CreationQuery {
  readonly query: HistoryQuery;
  readonly slice: Slice;
}

/** Reads records as JSON, newest first; null when too many lists of the user are waiting. */
export type CreationReader = (asked: CreationQuery) => Promise<readonly string[] | null>;

/**
 * Creates a reader of records in the order of creation. Calls for pages near the start of a list
 * are merged into one statement. A page far down the list would delay the others, and goes through
 * a queue of its own.
 */
export function createCreationReader(database: Database, deep: LargeOffsetQueue): CreationReader {
  const readTogether = batchCalls(MERGED, (asked: readonly CreationQuery[]) =>
    database.query((sql) => readByCreation(sql, asked)),
  );
  return async (asked) => {
    const { limit, offset } = asked.query;
    if (limit + offset <= MAX_RECORDS_AT_ONCE) return await readTogether(asked);
    return await deep.byCreation(asked.query, asked.slice);
  };
}

const MERGED = { maxItems: 16, maxCalls: 2 } as const;

async function readByCreation(
  sql: Sql,
  asked: readonly CreationQuery[],
): Promise<readonly (readonly string[])[]> {
  const rows = await sql<RecordLines[]>`
    select ${sql.unsafe(recordLines('asked.user_id', IS_IN_SLICE))} as lines
    from rows from (
      json_to_recordset(${JSON.stringify(asked.map(toColumns))}) as (
        user_id uuid, direction text, after_at timestamptz, after_id uuid,
        before_at timestamptz, before_id uuid, count bigint, skip bigint)
    ) with ordinality asked (
      user_id, direction, after_at, after_id, before_at, before_id, count, skip, place)
    order by asked.place`;
  return rows.map(toBodies);
}

const IS_IN_SLICE = `
  (created_at, id) > (asked.after_at, asked.after_id)
  and (created_at, id) < (asked.before_at, asked.before_id)`;

const toColumns = ({ query, slice: { after, before } }: CreationQuery): object => ({
  user_id: query.userId,
  direction: query.direction,
  after_at: after.createdAt,
  after_id: after.id,
  before_at: before.createdAt,
  before_id: before.id,
  count: query.limit,
  skip: query.offset,
});
