import { AsyncLocalStorage } from 'node:async_hooks';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import { retry } from '../base/retry.ts';
import type { ConnectionOptions } from './client.ts';
import { isRolledBack, withFaults } from './database-fault.ts';
import type { RefusedWrites } from './database-safety.ts';
import { BY_INDEX, openPool, openTransactionPool, type TransactionMode } from './pool.ts';
import { createRefusalNotes } from './refused-writes.ts';
import type { Sql } from './sql.ts';

/** Runs SQL statements. Whatever fails in the database is thrown as a `DatabaseFault`. */
export interface Database {
  /** Runs single statements, each a transaction of its own on whichever connection is free. */
  query<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction. After a serialization failure, a deadlock or a time-out for a
   * lock, `work` runs again from its start, so it must have no effect outside of the database.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>, mode?: TransactionMode): Promise<T>;
  /** Why writes were refused within the last minute; null if none were. */
  refusedWrites(): RefusedWrites | null;
  /**
   * The plain query tag, for tools and tests. Unlike the other methods, it throws the driver's own
   * errors.
   */
  readonly sql: Sql;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * The number of connections for single statements. As many again may be opened for transactions.
   */
  readonly poolSize?: number;
  readonly writeTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  readonly onStatement?: (text: string) => void;
}

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;
/**
 * The time after which a transaction is not tried again. It is longer than the time-out for a lock,
 * so that a transaction which failed by that time-out runs once more.
 */
const ATTEMPTS_MS = 12_000;

/** Opens a database. No connection is made before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const max = options.poolSize ?? POOL_SIZE;
  const connection = toConnectionOptions(options);
  const { clock, writeTimeoutMs: callerTimeoutMs } = options;
  const pool = { max, clock, ...(callerTimeoutMs === undefined ? {} : { callerTimeoutMs }) };
  const sql = openPool(connection, { ...pool, settings: BY_INDEX });
  const transactions = openTransactionPool(connection, pool);
  const scope = new AsyncLocalStorage<true>();
  const refusals = createRefusalNotes(clock);
  const noted = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await withFaults(work);
    } catch (error) {
      refusals.note(error);
      throw error;
    }
  };

  return {
    sql,
    refusedWrites: () => refusals.last(),
    query: (work) => noted(() => work(sql)),
    transaction: (work, mode = 'read committed') => {
      assert(scope.getStore() === undefined, 'transactions do not nest');
      const attempt = () => scope.run(true, () => transactions.run(work, mode));
      return noted(() => retry(retryOptions(options), attempt));
    },
    close: async () => {
      await Promise.all([transactions.end(), sql.end()]);
    },
  };
}

const toConnectionOptions = (options: DatabaseOptions): ConnectionOptions => ({
  url: options.url,
  applicationName: options.applicationName,
  statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
  lockTimeoutMs: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
  onStatement: options.onStatement ?? null,
});

function retryOptions({ clock, random }: DatabaseOptions) {
  const beganMs = clock.monotonicMs();
  return {
    maxAttempts: MAX_ATTEMPTS,
    firstPauseMs: FIRST_PAUSE_MS,
    isRetryable: (error: unknown) =>
      isRolledBack(error) && clock.monotonicMs() - beganMs < ATTEMPTS_MS,
    clock,
    random,
  };
}
