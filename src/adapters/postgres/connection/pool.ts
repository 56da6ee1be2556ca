import pg from 'pg';
import { assert } from '../../../base/assert.ts';
import {
  type ConnectionOptions,
  clientConfig,
  endWithin,
  hear,
  type Settings,
  sendTo,
} from './client.ts';
import { isLostConnection, isStaleStatement, withCode } from './database-fault.ts';
import { type Query, queryTag, type Sql } from './sql.ts';

/**
 * A statement of its own asks for a few rows by their keys. It is planned once and for all, and by
 * index, whatever the statistics of a young table say. Reports run in transactions.
 */
export const BY_INDEX = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

const CLOSE_TIMEOUT_MS = 5000;

export type TransactionMode = 'read committed' | 'repeatable read, read only' | 'serializable';

export interface PoolOptions {
  readonly max: number;
  readonly settings?: Settings;
}

/** For statements of their own, each on whichever connection is free. */
export function openPool(options: ConnectionOptions, { max, settings }: PoolOptions) {
  const pool = newPool(options, max, settings);
  const send = async (query: Query) => {
    const client = await pool.take();
    try {
      const answer = await sendTo(client, query, options);
      client.release();
      return answer;
    } catch (error) {
      client.release(isLostConnection(error) || isStaleStatement(error));
      throw error;
    }
  };
  const sql = queryTag(async (query) => {
    for (;;) {
      try {
        return await send(query);
      } catch (error) {
        if (!isStaleStatement(error)) throw error;
      }
    }
  });
  return Object.assign(sql, { end: pool.end });
}

export function openTransactionPool(options: ConnectionOptions, max: number) {
  const { take, end } = newPool(options, max);
  return {
    run: async <T>(work: (sql: Sql) => Promise<T>, mode: TransactionMode): Promise<T> =>
      await runOn(await take(), options, work, mode),
    end,
  };
}

async function runOn<T>(
  client: pg.PoolClient,
  options: ConnectionOptions,
  work: (sql: Sql) => Promise<T>,
  mode: TransactionMode,
): Promise<T> {
  let isOver = false;
  const sql = queryTag((query) => {
    assert(!isOver, 'statements end before their transaction does');
    return sendTo(client, query, options);
  });
  let isBroken = false;
  try {
    await sql.unsafe(`begin isolation level ${mode}`);
    const answer = await work(sql);
    const { command } = await sql.unsafe('commit');
    assert(command === 'COMMIT', 'a statement that failed in a transaction is not passed over');
    return answer;
  } catch (error) {
    isBroken = isStaleStatement(error);
    await sql.unsafe('rollback').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    isOver = true;
    client.release(isBroken);
  }
}

/** The driver's time limit for connecting would count for waiting in line as well. */
function newPool(options: ConnectionOptions, max: number, settings: Settings = {}) {
  const config = clientConfig(options, settings);
  class Client extends pg.Client {
    constructor() {
      super({ ...config, pipeline: true });
      hear(this);
    }
  }
  const pool = new pg.Pool({ max, Client, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined);
  const clients = new Set<pg.Client>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const waiting = new Set<Promise<unknown>>();
  let ended: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    // The driver would never answer those who still wait for a connection.
    while (waiting.size > 0) await Promise.allSettled(waiting);
    await endWithin(CLOSE_TIMEOUT_MS, clients, () => pool.end());
  };
  return {
    take: async (): Promise<pg.PoolClient> => {
      const client = pool.connect();
      waiting.add(client);
      try {
        return await client;
      } catch (error) {
        throw withCode(error);
      } finally {
        waiting.delete(client);
      }
    },
    end: (): Promise<void> => {
      ended ??= end();
      return ended;
    },
  };
}
