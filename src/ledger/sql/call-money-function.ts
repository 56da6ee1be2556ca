import { assert } from '../../base/assert.ts';
import type { Clock } from '../../base/clock.ts';
import { isRepeatable } from '../../base/fault.ts';
import type { Random } from '../../base/random.ts';
import { retry } from '../../base/retry.ts';
import { DatabaseFault, errorCode, mayHaveHappened } from '../../database/database-fault.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { confirmWritten } from '../../database/standby-wait.ts';
import { MoneyEventRejected, MoneyOutcomeUnknown } from '../money-store.ts';

export interface MoneyStoreDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

export interface Caller extends MoneyStoreDeps {
  /** Events of calls that got no answer: they may have been written, alone or in a list. */
  readonly doubted: WeakSet<object>;
}

/** The most attempts at an event that was certainly not written. */
const MAX_ATTEMPTS = 6;
/**
 * The time after which a call is not tried again. Events that may have been written have all of it,
 * as a connection that was cut is back within seconds. It is longer than the wait for a lock, so
 * that one such wait is made up for.
 */
const ATTEMPTS_MS = 12_000;
const PAUSES = { firstPauseMs: 20, maxPauseMs: 1000 };

/**
 * Calls a money function. Repeats are safe, even when a commit's answer was lost, as each event has
 * its id.
 */
export async function callMoneyFunction<Answer>(
  { database, doubted, clock, random }: Caller,
  events: readonly object[],
  moneyFunction: (sql: Sql) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  if (events.length === 0) return [];
  const isDoubted = (): boolean => events.some((event) => doubted.has(event));
  const beganMs = clock.monotonicMs();
  let attempts = 0;
  const isRetryable = (error: unknown): boolean => {
    const wasLong = clock.monotonicMs() - beganMs >= ATTEMPTS_MS;
    return isRepeatable(error) && !wasLong && (attempts < MAX_ATTEMPTS || isDoubted());
  };
  const attempt = async (): Promise<readonly Answer[]> => {
    attempts += 1;
    try {
      const answers = await database.query(moneyFunction);
      // The row of an earlier call may be visible although its wait for a standby was broken off,
      // so it is confirmed before it is believed.
      if (isDoubted()) await database.query(confirmWritten);
      return answers;
    } catch (error) {
      if (mayHaveHappened(error)) for (const event of events) doubted.add(event);
      throw error;
    }
  };
  try {
    const maxAttempts = Number.POSITIVE_INFINITY;
    const answers = await retry({ ...PAUSES, maxAttempts, isRetryable, clock, random }, attempt);
    assert(answers.length === events.length, 'a money function answers each event');
    return answers;
  } catch (cause) {
    if (isRejection(cause)) {
      throw new MoneyEventRejected('the money function rejected the event', { cause });
    }
    if (!isDoubted()) throw cause;
    throw new MoneyOutcomeUnknown('the money function did not answer', { cause });
  }
}

/**
 * Whether an error means that the event can never be written: data exceptions, violated
 * constraints, and errors and assertions raised by the functions.
 */
function isRejection(error: unknown): boolean {
  const code = error instanceof DatabaseFault ? errorCode(error) : null;
  return code !== null && /^(22...|23...|P0001|P0004)$/.test(code);
}
