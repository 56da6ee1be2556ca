import { DatabaseError } from 'pg';
import { Fault } from '../../../base/fault.ts';

/** The database did not do what was asked: it is away, or it refused for a reason of its own. */
export class DatabaseFault extends Fault {
  override readonly name = 'DatabaseFault';
  /** Five characters of PostgreSQL (appendix A of its manual), or a word of the driver. */
  readonly code: string | null;
  readonly isTransient: boolean;
  override readonly isOutage: boolean;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = errorCode(cause);
    this.isTransient = isTransient(cause);
    this.isOutage = isAway(cause);
  }
}

/** What the driver or the server throws becomes a fault; faults and bugs of ours stay. */
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

/** Whether the same statements may succeed later. It does not say that nothing happened. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseFault) return error.isTransient;
  const code = errorCode(error);
  if (code === null) return false;
  if (CONNECTION_CODES.has(code)) return true;
  return isSqlState(code) && (TRANSIENT_CLASSES.has(code.slice(0, 2)) || code === '55P03');
}

/** No server answers, or one that serves no one, or one that may not write. */
function isAway(error: unknown): boolean {
  const code = errorCode(error);
  if (code === null) return false;
  return CONNECTION_CODES.has(code) || (isSqlState(code) && AWAY.test(code));
}

/** Connection exception; shut down, crashed, not ready; read only, as a standby is. */
const AWAY = /^(08...|57P0[123]|25006)$/;

/** Whether the statement may have been carried out although its answer never came. */
export function mayHaveHappened(error: unknown): boolean {
  const code = errorCode(error);
  return code !== null && (ANSWER_LOST.has(code) || (isSqlState(code) && code.startsWith('08')));
}

/** The whole transaction was undone by the server and may simply run again. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(errorCode(error) ?? '');
}

/** A connection that served broke: shut down, crashed, or cut off by the network. */
export function isLostConnection(error: unknown): boolean {
  return LOST_CONNECTION.has(errorCode(error) ?? '');
}

export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Name of the constraint that refused the row, null when the error is of another kind. */
export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof DatabaseFault ? error.cause : error;
  return cause instanceof DatabaseError ? (cause.constraint ?? null) : null;
}

/** Its table was changed since: the driver would send it again and again on this connection. */
export const isStaleStatement = (error: unknown): boolean =>
  error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery';

/** The driver says in words only that a connection was lost, or did not come about. */
export function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error || !LOST_IN_WORDS.test(error.message)) {
    return error;
  }
  return Object.assign(new Error('the connection to the database was lost', { cause: error }), {
    code: 'CONNECTION_CLOSED',
  });
}

const LOST_IN_WORDS =
  /^(Connection terminated|timeout expired|Client (was closed|has encountered)|Cannot use a pool)/;

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code);

/** Connection exception, rolled back, no resources, operator intervention (restart, time-out). */
const TRANSIENT_CLASSES: ReadonlySet<string> = new Set(['08', '40', '53', '57']);

/** Serialization failure, deadlock, lock not available in time. */
const ROLLED_BACK: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);

const LOST_CONNECTION: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'EPIPE',
]);

/** 40003: statement completion unknown. What may be a connection that broke is here as well. */
const ANSWER_LOST: ReadonlySet<string> = new Set([
  ...LOST_CONNECTION,
  '40003',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Words of the driver and of the system for a server that is not there, or not any more. */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
