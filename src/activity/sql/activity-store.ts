import { createKeyedQueue } from '../../base/keyed-queue.ts';
import { MAX_DEEP_LISTS, MAX_WAITING_LISTS } from '../../base/limits.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { DatabaseFault } from '../../database/database-fault.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { ActivityParts, ActivityQuery, ActivityStore } from '../activity-store.ts';
import { SEARCH_TIMEOUT_MS } from '../limits.ts';
import { readPayees } from './activity-filters.ts';
import { listFailed, listOnWay } from './activity-payments.ts';
import { findActivity, saveMemo } from './activity-record.ts';
import { listSettled } from './activity-settled.ts';
import { listWaiting } from './activity-waiting.ts';
import { namePayers } from './payers.ts';
import { listSpenders, nameSpenders } from './spenders.ts';

/**
 * Creates the store. A search may read SEARCHED_RECORDS records, so each user runs only one search
 * at a time, and all users together only a few.
 */
export function createActivityStore(
  database: Database,
  searchTimeoutMs = SEARCH_TIMEOUT_MS,
): ActivityStore {
  const turns = createKeyedQueue({
    maxRunning: MAX_DEEP_LISTS,
    maxWaitingOfKey: MAX_WAITING_LISTS,
  });
  return {
    list: async (query) => {
      if (!isSearch(query)) return await database.query((sql) => readParts(sql, query));
      const done = await turns.run(query.userId, () => search(database, query, searchTimeoutMs));
      return done?.value ?? 'too_many';
    },
    ...bindQueries(database, {
      find: findActivity,
      saveMemo,
      namePayers,
      listSpenders,
      nameSpenders,
    }),
  };
}

async function search(
  database: Database,
  query: ActivityQuery,
  timeoutMs: number,
): Promise<ActivityParts | 'too_slow'> {
  try {
    return await database.transaction(async (sql) => {
      await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`;
      return await readParts(sql, query);
    });
  } catch (error) {
    if (error instanceof DatabaseFault && error.code === QUERY_CANCELED) return 'too_slow';
    throw error;
  }
}

const QUERY_CANCELED = '57014';

/** Whether a filter may exclude records, so that the query has to search through them. */
const isSearch = (query: ActivityQuery): boolean =>
  query.direction !== 'both' ||
  query.grantId !== null ||
  query.from !== null ||
  query.to !== null ||
  query.minAmountSat !== null ||
  query.text !== null;

const NOTHING = { entries: [], end: null } as const;

async function readParts(sql: Sql, asked: ActivityQuery): Promise<ActivityParts> {
  const query = { ...asked, payees: await readPayees(sql, asked) };
  const { state, direction, isFirstPage } = query;
  const hasPayments = direction !== 'incoming';
  const hasIncomes = direction !== 'outgoing';
  const wants = (one: typeof state): boolean => state === 'all' || state === one;
  const hasWindow = isSearch(query);
  return {
    settled: wants('settled') ? await listSettled(sql, query, hasWindow) : NOTHING,
    failed: wants('failed') && hasPayments ? await listFailed(sql, query, hasWindow) : NOTHING,
    ...(wants('pending') && isFirstPage
      ? await listOnWay(sql, query)
      : { pending: [], deposits: [] }),
    waiting: wants('waiting') && hasIncomes && isFirstPage ? await listWaiting(sql, query) : [],
  };
}
