import { DatabaseError } from 'pg';
import { type AwayPart, Fault } from '../base/fault.ts';

/** The database did not do what was asked, because it cannot be reached or has refused it. */
export class DatabaseFault extends Fault {
  override readonly name = 'DatabaseFault';
  /**
   * The code of the error: five characters of PostgreSQL (appendix A of its manual), or a word that
   * the driver or this program gave it.
   */
  readonly code: string | null;
  readonly isTransient: boolean;
  override readonly away: AwayPart | null;
  override readonly hasWaited: boolean;
  override readonly isLockedDown: boolean;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = errorCode(cause);
    this.isTransient = isTransient(cause);
    this.away = this.code !== null && isAway(this.code) ? 'database' : null;
    this.hasWaited = this.code !== null && HAS_WAITED.has(this.code);
    this.isLockedDown = this.code === LOCKED_DOWN;
  }
}

/** Codes of this program for connections that cannot be used. */
export type ConnectionProblem = keyof typeof CONNECTION_PROBLEMS;

const CONNECTION_PROBLEMS = {
  /**
   * The server of a new connection may not be written to, as its answer to our first question
   * shows.
   */
  NOT_PRIMARY:
    'the address leads to a server that cannot be written to: it is a standby, or ' +
    'default_transaction_read_only is on for the whole server',
  /**
   * The database or role changes settings that only a superuser may change, so this program cannot
   * set them back.
   */
  UNFIT_SETTING:
    'the database or the role has settings with which the rules of the books do not hold: ' +
    'session_replication_role must be origin, plpgsql.variable_conflict error',
  /**
   * A write may have been sent, but no confirmation came in time. A standby may lack that write, so
   * it could be lost if the standby takes over.
   */
  NOT_CONFIRMED: 'the database did not confirm in time what may have been written',
  /** All connections are in use, perhaps by writes that wait for a standby to confirm them. */
  NO_CONNECTION: 'no connection to the database became free in time: nothing was sent',
  /**
   * No connection was opened in time, as the network drops what is sent to the server, or the
   * server hangs.
   */
  CONNECT_TIMEOUT: 'the database opened no connection in time: nothing was sent',
} as const;

export const connectionProblem = (code: ConnectionProblem, cause?: unknown): Error =>
  Object.assign(new Error(CONNECTION_PROBLEMS[code], { cause }), { code });

/**
 * Turns errors of the driver or of the server into `DatabaseFault`; all other errors are thrown on
 * unchanged.
 */
export async function withFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDatabaseError(error) ? new DatabaseFault(error) : error;
  }
}

function isDatabaseError(error: unknown): boolean {
  const code = errorCode(error);
  if (error instanceof DatabaseFault || !(error instanceof Error) || code === null) return false;
  return error instanceof DatabaseError || CONNECTION_CODES.has(code);
}

/**
 * Whether the same statements may succeed when they are sent again later. Nothing is said about
 * whether they have already been carried out.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseFault) return error.isTransient;
  const code = errorCode(error);
  if (code === null) return false;
  if (CONNECTION_CODES.has(code)) return true;
  return isSqlState(code) && (TRANSIENT_CLASSES.has(code.slice(0, 2)) || TRANSIENT.has(code));
}

/** Whether the statement may have been carried out although its answer never came. */
export function mayHaveHappened(error: unknown): boolean {
  const code = errorCode(error);
  return code !== null && (ANSWER_LOST.has(code) || (isSqlState(code) && code.startsWith('08')));
}

/** Whether the server has undone the whole transaction, which then may simply run again. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(errorCode(error) ?? '');
}

/**
 * Whether a connection can take no more statements: it was lost, leads to a server that is now a
 * standby, or holds a stale prepared statement.
 */
export function isUnfitConnection(error: unknown): boolean {
  return isLostConnection(error) || errorCode(error) === READ_ONLY || isStaleStatement(error);
}

/** Whether a connection that had worked was lost, by a shutdown, a crash or the network. */
export function isLostConnection(error: unknown): boolean {
  return LOST_CONNECTION.has(errorCode(error) ?? '');
}

export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** The name of the constraint that refused a row; null when the error has another cause. */
export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof DatabaseFault ? error.cause : error;
  return cause instanceof DatabaseError ? (cause.constraint ?? null) : null;
}

/**
 * Whether the error is about a prepared statement that a change of its table has made invalid. The
 * driver would send the same one again on this connection, so the connection must be closed.
 */
export const isStaleStatement = (error: unknown): boolean =>
  error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery';

/**
 * Gives codes to errors by which the driver says only in words that a connection was lost, or never
 * came about.
 */
export function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  for (const [code, words] of UNCONNECTED_IN_WORDS) {
    if (words.test(error.message)) return connectionProblem(code, error);
  }
  if (!LOST_IN_WORDS.test(error.message)) return error;
  return Object.assign(new Error('the connection to the database was lost', { cause: error }), {
    code: 'CONNECTION_CLOSED',
  });
}

const LOST_IN_WORDS =
  /^(Connection terminated|Client (was closed|has encountered)|Cannot use a pool)/;

/**
 * The driver's messages about connections that never came about, so that nothing was sent over
 * them.
 */
const UNCONNECTED_IN_WORDS: readonly (readonly [ConnectionProblem, RegExp])[] = [
  ['CONNECT_TIMEOUT', /^(timeout expired|Connection terminated due to connection timeout)/],
  ['NO_CONNECTION', /^timeout exceeded when trying to connect/],
];

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code);

/**
 * Classes of error codes for problems that pass by themselves: connection exception, transaction
 * rollback, insufficient resources, operator intervention (restart, time-out).
 */
const TRANSIENT_CLASSES: ReadonlySet<string> = new Set(['08', '40', '53', '57']);

/** The error code of a read-only transaction, as on a server that has become a standby. */
const READ_ONLY = '25006';

const DISK_FULL = '53100';

/** The error code of `sql/functions/refuse_change_in_lockdown.sql`. */
const LOCKED_DOWN = 'SL001';

/**
 * Further error codes for problems that pass by themselves: the server has become a standby, or a
 * lock was not available in time.
 */
const TRANSIENT: ReadonlySet<string> = new Set([READ_ONLY, '55P03']);

/**
 * Error codes of a database that cannot be used for now: the disk is full; too many connections; no
 * lock in time, perhaps because its holder waits for a standby; the server was shut down, has
 * crashed, or has not started yet.
 */
const AWAY: ReadonlySet<string> = new Set([
  READ_ONLY,
  DISK_FULL,
  '53300',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
]);

const isAway = (code: string): boolean =>
  CONNECTION_CODES.has(code) || AWAY.has(code) || (isSqlState(code) && code.startsWith('08'));

/**
 * Error codes of statements that were rolled back: serialization failure, deadlock, lock not
 * available in time.
 */
const ROLLED_BACK: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);

const LOST_CONNECTION: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EPROTO',
]);

/** Error codes after which callers have already waited for ten seconds or more. */
const HAS_WAITED: ReadonlySet<string> = new Set<ConnectionProblem>([
  'NOT_CONFIRMED',
  'NO_CONNECTION',
  'CONNECT_TIMEOUT',
]);

/**
 * Error codes after which a statement may or may not have been carried out: statement completion
 * unknown (40003), and those of a connection that may have broken.
 */
const ANSWER_LOST: ReadonlySet<string> = new Set([
  ...LOST_CONNECTION,
  '40003',
  'NOT_CONFIRMED',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
]);

/**
 * Codes of the driver, of the operating system and of this program for a server that cannot be used
 * for now.
 */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  ...Object.keys(CONNECTION_PROBLEMS),
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
