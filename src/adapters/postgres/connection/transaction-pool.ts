import { assert } from '../../../base/assert.ts';
import { DedicatedConnection } from './dedicated-connection.ts';
import type { ConnectionOptions, Sql } from './sql.ts';

export type TransactionMode = 'read committed' | 'repeatable read, read only' | 'serializable';

/** Connections that serve one transaction at a time; whoever finds none free waits his turn. */
export class TransactionPool {
  readonly #options: ConnectionOptions;
  readonly #maxConnections: number;
  readonly #idle: DedicatedConnection[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #drained: (() => void) | null = null;

  constructor(options: ConnectionOptions, maxConnections: number) {
    this.#options = options;
    this.#maxConnections = maxConnections;
  }

  async run<T>(work: (sql: Sql) => Promise<T>, mode: TransactionMode): Promise<T> {
    await this.#takeTurn();
    try {
      const connection = await this.#connect();
      try {
        return await connection.use((sql) => runOn(sql, work, mode));
      } catch (error) {
        await rollback(connection);
        throw error;
      } finally {
        if (!connection.isClosed) this.#idle.push(connection);
      }
    } finally {
      this.#passTurn();
    }
  }

  /** Waits for what runs, then closes. */
  async close(): Promise<void> {
    const drained = Promise.withResolvers<void>();
    this.#drained = drained.resolve;
    if (this.#running > 0) await drained.promise;
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
  }

  async #takeTurn(): Promise<void> {
    assert(this.#drained === null, 'no transaction begins after close');
    if (this.#running < this.#maxConnections) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #passTurn(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next();
    } else {
      this.#running -= 1;
      if (this.#running === 0) this.#drained?.();
    }
  }

  async #connect(): Promise<DedicatedConnection> {
    for (let found = this.#idle.pop(); found !== undefined; found = this.#idle.pop()) {
      if (!found.isClosed) return found;
    }
    return await DedicatedConnection.open(this.#options);
  }
}

async function runOn<T>(
  sql: Sql,
  work: (sql: Sql) => Promise<T>,
  mode: TransactionMode,
): Promise<T> {
  await sql.unsafe(`begin isolation level ${mode}`);
  const answer = await work(sql);
  const { command } = await sql.unsafe('commit');
  assert(command === 'COMMIT', 'a statement that failed in a transaction is not passed over');
  return answer;
}

/** A connection that cannot roll back is closed, which does so as well. */
async function rollback(connection: DedicatedConnection): Promise<void> {
  if (connection.isClosed) return;
  await connection.use((sql) => sql.unsafe('rollback')).catch(() => connection.close());
}
