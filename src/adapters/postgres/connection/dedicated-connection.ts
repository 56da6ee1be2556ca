import { assert } from '../../../base/assert.ts';
import { DatabaseFault } from './database-fault.ts';
import { type ConnectionOptions, openPool, type Sql } from './sql.ts';

/**
 * One connection of its own, for transactions and session locks. The driver's own transactions
 * write to a socket that is gone when the server goes away in the middle (a rollback, or the next
 * statement), and that ends the whole process; so they are not used, and this class never lets a
 * statement through to a connection that has closed.
 */
export class DedicatedConnection {
  readonly #pool: ReturnType<typeof openPool>;
  readonly #onLoss = new Set<() => void>();
  #isClosed = false;
  #sql: Sql | null = null;

  static async open(options: ConnectionOptions): Promise<DedicatedConnection> {
    const connection = new DedicatedConnection(options);
    try {
      await connection.#connect();
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  private constructor(options: ConnectionOptions) {
    this.#pool = openPool(options, { max: 1, onClose: () => this.#lose() });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Rejects as soon as the connection closes, whatever `work` waits for then. The query tag serves
   * until the end of `work`; its statements are awaited where they are written.
   */
  async use<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    assert(this.#sql !== null, 'the connection was opened');
    let isOver = false;
    const sql = guard(this.#sql, () => {
      assert(!isOver, 'statements end before their transaction does');
      if (this.#isClosed) throw new DatabaseFault(new ConnectionLostError());
    });
    const lost = Promise.withResolvers<never>();
    const onLoss = (): void => lost.reject(new DatabaseFault(new ConnectionLostError()));
    this.#onLoss.add(onLoss);
    try {
      return await Promise.race([work(sql), lost.promise]);
    } finally {
      this.#onLoss.delete(onLoss);
      isOver = true;
    }
  }

  /** Calls back once, when the connection has closed, by us or by the world. */
  onClosed(callback: () => void): void {
    if (this.#isClosed) callback();
    else this.#onLoss.add(callback);
  }

  async close(): Promise<void> {
    await this.#pool.end({ timeout: 0 });
  }

  /**
   * The driver reserves only connections that are open: a reservation that has to open one waits
   * for ever (as the array types are not fetched), or comes true when its caller is long gone.
   */
  async #connect(): Promise<void> {
    await this.#pool.unsafe('select 1');
    if (this.#isClosed) throw new ConnectionLostError();
    this.#sql = await this.#pool.reserve();
  }

  #lose(): void {
    this.#isClosed = true;
    for (const callback of this.#onLoss) callback();
    this.#onLoss.clear();
  }
}

function guard(sql: Sql, refuse: () => void): Sql {
  return new Proxy(sql, {
    apply: (target, self, args) => {
      refuse();
      return Reflect.apply(target, self, args);
    },
    get: (target, name) => {
      refuse();
      return Reflect.get(target, name);
    },
  });
}

class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  readonly code = 'CONNECTION_CLOSED';

  constructor() {
    super('the connection to the database was lost');
  }
}
