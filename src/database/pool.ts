import { Socket } from 'node:net';
import pg from 'pg';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import {
  type ConnectionOptions,
  checkFitness,
  clientConfig,
  hear,
  type Settings,
  sendTo,
} from './client.ts';
import {
  connectionProblem,
  isStaleStatement,
  isUnfitConnection,
  withCode,
} from './database-fault.ts';
import { mayWrite } from './may-write.ts';
import { type Query, queryTag, type Sql } from './sql.ts';
import { boundWrites, type WriteDeadline } from './write-bulkhead.ts';

/**
 * Settings of connections for single statements, which read a few rows by their keys. PostgreSQL
 * then makes one plan per prepared statement and always uses an index, even if the statistics of a
 * new table suggest reading all of it. Reports run in transactions, without these settings.
 */
export const BY_INDEX = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

const CLOSE_TIMEOUT_MS = 5000;
/**
 * The largest share of the connections that writes may use, so that reads find the others while
 * writes wait for a standby to confirm them.
 */
const MAX_WRITES_SHARE = 0.7;
/**
 * The longest time that callers wait. It exceeds the time-out for a lock, so that a write which
 * failed by that time-out can still report that nothing was written, instead of leaving it unknown.
 */
const CALLER_TIMEOUT_MS = 12_000;

/** The time by which a server that is alive may answer later than its own limit for statements. */
const SERVER_LATE_MS = 5000;

export type TransactionMode = 'read committed' | 'repeatable read, read only' | 'serializable';

export interface PoolOptions {
  readonly max: number;
  /** The longest time that callers wait for a connection, and after that for the end of a write. */
  readonly callerTimeoutMs?: number;
  /**
   * The clock that measures how long callers wait. Without one, they wait for as long as it takes.
   */
  readonly clock?: Clock;
  readonly settings?: Settings;
}

/**
 * Opens a pool of connections for single statements. Each statement runs on any connection that is
 * free.
 */
export function openPool(options: ConnectionOptions, poolOptions: PoolOptions) {
  const pool = newPool(options, poolOptions);
  const write = boundWritesOf(poolOptions);
  const send = async (query: Query, deadline: WriteDeadline | null) => {
    const client = await takeInTime(pool.take, deadline);
    try {
      deadline?.start('NOT_CONFIRMED');
      const answering = sendTo(client, query, options);
      const answer = await (deadline === null
        ? boundSilence(client, options)(answering)
        : answering);
      client.release();
      return answer;
    } catch (error) {
      client.release(isUnfitConnection(error));
      throw error;
    }
  };
  const sendAnew = async (query: Query, deadline: WriteDeadline | null) => {
    for (;;) {
      try {
        return await send(query, deadline);
      } catch (error) {
        if (!isStaleStatement(error)) throw error;
      }
    }
  };
  const sql = queryTag((query) =>
    mayWrite(query.text) ? write((deadline) => sendAnew(query, deadline)) : sendAnew(query, null),
  );
  return Object.assign(sql, { end: pool.end });
}

export function openTransactionPool(options: ConnectionOptions, poolOptions: PoolOptions) {
  const { take, end } = newPool(options, poolOptions);
  const write = boundWritesOf(poolOptions);
  const run = async <T>(work: Work<T>, mode: TransactionMode, deadline: WriteDeadline | null) => {
    const client = await takeInTime(take, deadline);
    deadline?.stop();
    const commit = () => deadline?.start('NOT_CONFIRMED');
    return await runOn({ client, options, mode, onCommit: commit }, work);
  };
  return {
    run: <T>(work: Work<T>, mode: TransactionMode): Promise<T> =>
      mode === 'repeatable read, read only'
        ? run(work, mode, null)
        : write((deadline) => run(work, mode, deadline)),
    end,
  };
}

/**
 * Limits the wait for statements that do not commit. The server ends them by itself after their
 * time limit, so a connection that stays silent for longer has lost its server and is ended. The
 * operating system would notice only after a quarter of an hour, or never if the server is frozen.
 * A commit has no such limit, as it may wait for a standby.
 */
function boundSilence(client: pg.PoolClient, { statementTimeoutMs }: ConnectionOptions) {
  const { stream: socket } = client.connection;
  let underWay = 0;
  return async <T>(answering: Promise<T>): Promise<T> => {
    if (!(socket instanceof Socket) || statementTimeoutMs === 0) return await answering;
    if (underWay === 0) socket.setTimeout(statementTimeoutMs + SERVER_LATE_MS);
    underWay += 1;
    try {
      return await answering;
    } finally {
      underWay -= 1;
      if (underWay === 0) socket.setTimeout(0);
    }
  };
}

/**
 * Takes a connection, unless the caller has already been told that nothing was begun. Such a caller
 * may have come again, so nothing may run on a connection that comes too late.
 */
async function takeInTime(
  take: () => Promise<pg.PoolClient>,
  deadline: WriteDeadline | null,
): Promise<pg.PoolClient> {
  const client = await take();
  if (deadline === null || !deadline.isOver()) return client;
  client.release();
  throw connectionProblem('NO_CONNECTION');
}

const boundWritesOf = ({ max, callerTimeoutMs = CALLER_TIMEOUT_MS, clock }: PoolOptions) =>
  boundWrites(Math.ceil(max * MAX_WRITES_SHARE), clock ?? null, callerTimeoutMs);

type Work<T> = (sql: Sql) => Promise<T>;

interface Run {
  readonly client: pg.PoolClient;
  readonly options: ConnectionOptions;
  readonly mode: TransactionMode;
  readonly onCommit: () => void;
}

const COMMIT = 'commit';

async function runOn<T>({ client, options, mode, onCommit }: Run, work: Work<T>): Promise<T> {
  let isOver = false;
  let isUnfit = false;
  const inTime = boundSilence(client, options);
  // A report, which reads in one snapshot, may take as long as it needs: the server has no time
  // limit for it either.
  const isBounded = mode !== 'repeatable read, read only';
  const sql = queryTag(async (query) => {
    assert(!isOver, 'statements end before their transaction does');
    try {
      const answering = sendTo(client, query, options);
      return await (isBounded && query.text !== COMMIT ? inTime(answering) : answering);
    } catch (error) {
      isUnfit ||= isUnfitConnection(error);
      throw error;
    }
  });
  try {
    await sql.unsafe(`begin isolation level ${mode}`);
    const answer = await work(sql);
    onCommit();
    const { command } = await sql.unsafe(COMMIT);
    assert(command === 'COMMIT', 'a statement that failed in a transaction is not passed over');
    return answer;
  } catch (error) {
    await sql.unsafe('rollback').catch(() => {
      isUnfit = true;
    });
    throw error;
  } finally {
    isOver = true;
    client.release(isUnfit);
  }
}

/**
 * Opens the driver's pool. The pool's time limit is for the wait for a free connection; the
 * client's is only for opening one.
 */
function newPool(options: ConnectionOptions, poolOptions: PoolOptions) {
  const { max, settings = {}, callerTimeoutMs = CALLER_TIMEOUT_MS, clock } = poolOptions;
  const connectionTimeoutMillis = clock === undefined ? 0 : callerTimeoutMs;
  const config = clientConfig(options, settings);
  class Client extends pg.Client {
    constructor() {
      super({ ...config, pipeline: true });
      hear(this);
    }
  }
  const verify = (client: pg.PoolClient, done: (error?: Error) => void): void => {
    checkFitness(client).then(() => done(), done);
  };
  const limits = { max, connectionTimeoutMillis, idleTimeoutMillis: 0 };
  const pool = new pg.Pool({ ...limits, Client, verify });
  pool.on('error', () => undefined);
  const clients = new Set<pg.Client>();
  let isCut = false;
  pool.on('connect', (client) => {
    clients.add(client);
    const { stream } = client.connection;
    stream.on('timeout', () => stream.destroy());
    if (isCut) client.connection.stream.destroy();
  });
  pool.on('remove', (client) => clients.delete(client));
  const waiting = new Set<Promise<unknown>>();
  const cut = (): void => {
    isCut = true;
    for (const client of clients) client.connection.stream.destroy();
  };
  const end = async (): Promise<void> => {
    // Connections that do not close in time are cut: otherwise the driver would wait for the answer
    // of a server that may never give one.
    AbortSignal.timeout(CLOSE_TIMEOUT_MS).addEventListener('abort', cut);
    // Callers who still wait for a connection are served first: the driver never answers them once
    // its pool has ended.
    while (waiting.size > 0) await Promise.allSettled(waiting);
    await pool.end();
  };
  let ended: Promise<void> | null = null;
  return {
    take: async (): Promise<pg.PoolClient> => {
      if (isCut) throw connectionProblem('NO_CONNECTION');
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
