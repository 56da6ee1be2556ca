import postgres from 'postgres';
import { assert } from '../../../base/assert.ts';
import { hexToBytes } from '../../../base/hex.ts';
import { listType } from './list-type.ts';

/**
 * The query tag, the same inside and outside of transactions. Columns arrive as: bigint → bigint,
 * timestamptz → Date, bytea → Uint8Array, numeric → string, json and jsonb → their text. A
 * parameter for json is text as well. Lists go in as `sql.array(values, ARRAY_OF.bigint)` and come
 * out as lists; those of other types than in `ARRAY_OF` come out as text.
 */
export type Sql = postgres.ISql<{ bigint: bigint }>;

/** Object ids of array types, fixed in PostgreSQL's catalogue (pg_type.dat). */
export const ARRAY_OF = {
  boolean: 1000,
  bytea: 1001,
  integer: 1007,
  text: 1009,
  bigint: 1016,
  timestamptz: 1185,
  uuid: 2951,
} as const;

export interface ConnectionOptions {
  readonly url: string;
  readonly applicationName: string;
  /** 0 switches the limit off. */
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** Sees every statement that goes to the server: one round trip each. */
  readonly onStatement: ((text: string, parameters: StatementParameters) => void) | null;
}

export interface StatementParameters {
  readonly values: readonly postgres.SerializableParameter<bigint>[];
  /** Object ids; 0 where the server is to find out. */
  readonly types: readonly number[];
}

export interface PoolOptions {
  readonly max: number;
  /** Settings of each connection, by the server's names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called whenever a connection has closed, for whatever reason. */
  readonly onClose?: () => void;
}

const CONNECT_TIMEOUT_SEC = 10;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
/** By itself the driver would wait for up to 20 s once some connections had failed. */
const RECONNECT_PAUSE_SEC = 0.1;

/** The driver with our types and limits; connections open when they are first needed. */
export function openPool(options: ConnectionOptions, pool: PoolOptions) {
  const { onStatement } = options;
  const opened = postgres(options.url, {
    max: pool.max,
    connect_timeout: CONNECT_TIMEOUT_SEC,
    max_lifetime: null,
    backoff: () => RECONNECT_PAUSE_SEC,
    // By itself the driver asks for the array types on each new connection, and nobody waits for
    // that answer: a connection that is cut off just then would end the whole process. So we name
    // them, and refuse the one option that makes it ask for something else in the same way.
    fetch_types: false,
    types: { bigint: postgres.BigInt, json: JSON_AS_TEXT, bytea: BYTEA, ...LISTS },
    connection: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs,
      lock_timeout: options.lockTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      TimeZone: 'UTC',
      ...pool.settings,
    },
    onnotice: () => undefined,
    ...(pool.onClose !== undefined && { onclose: pool.onClose }),
    ...(onStatement !== null && {
      debug: (_, text, values, types) => onStatement(text, { values, types }),
    }),
  });
  if (opened.options.target_session_attrs) {
    throw new Error('target_session_attrs is not supported: let the address lead to the primary');
  }
  return opened;
}

/** JSON numbers are floats to JavaScript: whoever needs the values parses the text himself. */
const JSON_AS_TEXT = {
  to: 114,
  from: [114, 3802],
  serialize: (text: string) => text,
  parse: (text: string) => text,
};

const BYTEA = {
  to: 17,
  from: [17],
  serialize: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
  parse: (text: string) => {
    const bytes = hexToBytes(text.slice(2));
    assert(bytes !== null, 'bytea arrives in hex format');
    return bytes;
  },
};

const LISTS = {
  listOfBoolean: listType<boolean>(
    ARRAY_OF.boolean,
    (value) => (value ? 't' : 'f'),
    (text) => text === 't',
  ),
  listOfBytea: listType(ARRAY_OF.bytea, BYTEA.serialize, BYTEA.parse),
  listOfInteger: listType(ARRAY_OF.integer, String, Number),
  listOfText: listType(ARRAY_OF.text, String, String),
  listOfBigint: listType(ARRAY_OF.bigint, String, BigInt),
  listOfTimestamptz: listType<Date>(
    ARRAY_OF.timestamptz,
    (value) => value.toISOString(),
    (text) => new Date(text),
  ),
  listOfUuid: listType(ARRAY_OF.uuid, String, String),
};
