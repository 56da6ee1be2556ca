import { createKeyedQueue } from '../../base/keyed-queue.ts';
import { MAX_DEEP_LISTS, MAX_WAITING_LISTS } from '../../base/limits.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { ActivityParts, ActivityQuery, ActivityStore } from '../activity-store.ts';
import { readPayees } from './activity-filters.ts';
import { listFailed, listPending } from './activity-payments.ts';
import { findActivity, saveMemo } from './activity-record.ts';
import { listSettled } from './activity-settled.ts';
import { listWaiting } from './activity-waiting.ts';
import { namePayers } from './payers.ts';
import { listSpenders, nameSpenders } from './spenders.ts';

/** A search reads up to SEARCHED_RECORDS, so each user runs one, and all users run a few. */
export function createActivityStore(database: Database): ActivityStore {
  const turns = createKeyedQueue({
    maxRunning: MAX_DEEP_LISTS,
    maxWaitingOfKey: MAX_WAITING_LISTS,
  });
  return {
    list: async (query) => {
      const read = () => database.query((sql) => readParts(sql, query));
      if (!isSearch(query)) return await read();
      const done = await turns.run(query.userId, read);
      return done?.value ?? null;
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

/** Whether records may have to be passed over. */
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
  const hasInvoices = direction !== 'outgoing';
  const wants = (one: typeof state): boolean => state === 'all' || state === one;
  const hasWindow = isSearch(query);
  return {
    settled: wants('settled') ? await listSettled(sql, query, hasWindow) : NOTHING,
    failed: wants('failed') && hasPayments ? await listFailed(sql, query, hasWindow) : NOTHING,
    pending: wants('pending') && hasPayments && isFirstPage ? await listPending(sql, query) : [],
    waiting: wants('waiting') && hasInvoices && isFirstPage ? await listWaiting(sql, query) : [],
  };
}
