import { isLostConnection } from './database-fault.ts';
import { type ConnectionOptions, openPool, type Sql } from './sql.ts';

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
const CLOSE_TIMEOUT_SEC = 5;
/** For statements on connections that still serve; the driver waits so long for the lost ones. */
const GIVE_UP_TIMEOUT_SEC = 1;

/**
 * Connections for single statements. When the server cuts one off in the middle of a statement, the
 * driver gives that error once more to the first statement after it has connected again; so then
 * all its connections are given up for new ones.
 */
export class StatementPool {
  readonly #options: ConnectionOptions;
  readonly #maxConnections: number;
  readonly #ending = new Set<Promise<void>>();
  #pool: ReturnType<typeof openPool>;

  constructor(options: ConnectionOptions, maxConnections: number) {
    this.#options = options;
    this.#maxConnections = maxConnections;
    this.#pool = this.#open();
  }

  get sql(): Sql {
    return this.#pool;
  }

  async run<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const used = this.#pool;
    try {
      return await work(used);
    } catch (error) {
      if (isLostConnection(error) && used === this.#pool) this.#renew();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#ending, this.#pool.end({ timeout: CLOSE_TIMEOUT_SEC })]);
  }

  #renew(): void {
    const ending = this.#pool.end({ timeout: GIVE_UP_TIMEOUT_SEC });
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
    this.#pool = this.#open();
  }

  #open(): ReturnType<typeof openPool> {
    return openPool(this.#options, { max: this.#maxConnections, settings: BY_INDEX });
  }
}
