import { userInfo } from 'node:os';
import pg from 'pg';
import { namesSeveralHosts } from '../base/url-host.ts';
import { COLUMN_TYPES } from './column-types.ts';
import { withCode } from './database-fault.ts';
import { requireFitServer } from './require-fit-server.ts';
import { FIXED_SETTINGS, toOptions } from './session-settings.ts';
import { type Answered, type Parameter, type Query, queryTag, type Sql } from './sql.ts';
import { hearCancelledWaits, waitAgainIfCancelled } from './standby-wait.ts';

export interface ConnectionOptions {
  readonly url: string;
  readonly applicationName: string;
  /** The time limit of statements; 0 switches it off. */
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /**
   * Called with every statement that callers send, so that tests and metrics can count round trips.
   */
  readonly onStatement: ((text: string, values: readonly Parameter[]) => void) | null;
}

/** Settings of a connection, by the server's names. */
export type Settings = Readonly<Record<string, string | number>>;

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_AFTER_MS = 60_000;
const CLOSE_TIMEOUT_MS = 1000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

/**
 * Makes the configuration of the driver. All settings are put into the URL, as the driver prefers
 * those in the URL to any others.
 */
export function clientConfig(options: ConnectionOptions, settings: Settings = {}): pg.ClientConfig {
  // With several hosts, the driver would take the first one that answers, even if it is a standby.
  if (namesSeveralHosts(options.url)) {
    throw new Error('an address of the database names one host: let it lead to the primary');
  }
  const url = new URL(options.url);
  if (url.searchParams.has('target_session_attrs')) {
    throw new Error('target_session_attrs is not supported: let the address lead to the primary');
  }
  const ours = toOptions({
    application_name: options.applicationName,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    client_min_messages: 'warning',
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // The server's compilation of query plans (JIT) is off. By default the server compiles plans
    // that it estimates to be expensive. Where a plan needs a step that this program's settings
    // forbid, the estimate is much too high, and compiling the plan costs more time than it saves.
    jit: 'off',
    ...settings,
  });
  const ofAddress = url.searchParams.get('options') ?? '';
  // If two options name the same setting, the server takes the later one, so this program's fixed
  // settings come last.
  const all = [ours, ofAddress.trim(), toOptions(FIXED_SETTINGS)];
  url.searchParams.set('options', all.filter((part) => part !== '').join(' '));
  fillIn(url);
  // The driver reads a plus in the query of a URL as a plus, but URLSearchParams writes a space as
  // a plus. A plus before the query may belong to a password and stays.
  url.search = url.search.replaceAll('+', '%20');
  return {
    connectionString: url.href,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types: COLUMN_TYPES,
  };
}

/**
 * Fills in what the URL of a database leaves out. The driver would otherwise read `PGUSER`,
 * `PGSSLMODE` and the like, which another program may have set.
 */
function fillIn(url: URL): void {
  const fill = (name: string, isNamed: boolean, value: () => string): void => {
    if (!isNamed && !url.searchParams.get(name)) url.searchParams.set(name, value());
  };
  fill('host', url.hostname !== '', () => 'localhost');
  fill('port', url.port !== '', () => '5432');
  fill('user', url.username !== '', ownName);
  if (url.pathname.length <= 1) {
    url.pathname = `/${url.searchParams.get('user') ?? url.username}`;
  }
  const isSecured = ['ssl', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'].some((name) =>
    url.searchParams.has(name),
  );
  fill('sslmode', isSecured, () => 'disable');
  // The driver treats `require` like `verify-full` today, but its next version will check no
  // certificate.
  if (url.searchParams.get('sslmode') === 'require') url.searchParams.set('sslmode', 'verify-full');
}

function ownName(): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new Error(
      'the address of the database names no user, and the system knows no name of ours',
      {
        cause,
      },
    );
  }
}

export function hear(client: pg.ClientBase): void {
  // An `error` event without a listener would end the process. Statements that wait for an answer
  // get the error too.
  client.on('error', () => undefined);
  hearCancelledWaits(client);
}

/** A connection for one caller, who runs statements on it one after the other. */
export interface Connection {
  readonly sql: Sql;
  readonly client: pg.Client;
  close(): Promise<void>;
}

export async function connect(options: ConnectionOptions): Promise<Connection> {
  const client = new pg.Client(clientConfig(options));
  hear(client);
  const close = () => endWithin(CLOSE_TIMEOUT_MS, [client], () => client.end());
  try {
    await client.connect();
  } catch (error) {
    throw withCode(error);
  }
  try {
    await checkFitness(client);
  } catch (error) {
    await close();
    throw error;
  }
  return { client, sql: queryTag((query) => sendTo(client, query, options)), close };
}

/**
 * Checks that a new connection leads to a server that may be written to, once, before it is used.
 */
export async function checkFitness(client: pg.Client): Promise<void> {
  const answered = new AbortController();
  const enough = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  enough.addEventListener('abort', () => client.connection.stream.destroy(), {
    signal: answered.signal,
  });
  try {
    await requireFitServer((text) => send(client, { name: null, text, values: [] }));
  } finally {
    answered.abort();
  }
}

/**
 * Closes a connection, but waits only a short time for the server. The driver alone would wait for
 * an answer that may never come.
 */
export async function endWithin(
  ms: number,
  clients: Iterable<pg.Client>,
  end: () => Promise<void>,
): Promise<void> {
  AbortSignal.timeout(ms).addEventListener('abort', () => {
    for (const client of clients) client.connection.stream.destroy();
  });
  await end();
}

/** Opens a connection, does `work` with it, and closes it. */
export async function withConnection<T>(
  options: ConnectionOptions,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(options);
  try {
    return await work(connection);
  } catch (error) {
    throw withCode(error);
  } finally {
    await connection.close();
  }
}

export async function sendTo(
  client: pg.ClientBase,
  query: Query,
  { onStatement }: Pick<ConnectionOptions, 'onStatement'>,
): Promise<Answered<readonly object[]>> {
  onStatement?.(query.text, query.values);
  const answer = await send(client, query);
  await waitAgainIfCancelled(client, (text) => send(client, { name: null, text, values: [] }));
  return answer;
}

function send(client: pg.ClientBase, query: Query): Promise<Answered<readonly object[]>> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: pg.QueryResult<object>): void => {
      if (error) reject(withCode(error));
      else resolve(toAnswer(result));
    };
    if (query.name === null) client.query(query.text, [], done);
    else client.query({ name: query.name, text: query.text, values: [...query.values] }, done);
  });
}

/**
 * Turns the driver's result into an answer. When a text held several statements, the answer is that
 * of the last one.
 */
function toAnswer(result: pg.QueryResult<object> | pg.QueryResult<object>[]) {
  const last = Array.isArray(result) ? result.at(-1) : result;
  const { rows = [], rowCount = 0, command = '' } = last ?? {};
  return Object.assign(rows, { count: rowCount ?? 0, command });
}
