import { assert } from '../../base/assert.ts';
import type { Clock } from '../../base/clock.ts';
import { isRepeatable } from '../../base/fault.ts';
import type { Notifier } from '../../base/notifier.ts';
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
  /**
   * Notified after a settlement has been written, so that pages and webhooks follow at once. If
   * omitted, those who wait find it when they look by themselves.
   */
  readonly afterSettlement?: SettlementNotifiers;
}

export interface SettlementNotifiers {
  /** Wakes the pages that show money as it arrives. */
  readonly liveNotifier: Pick<Notifier, 'notify'>;
  /**
   * Wakes the worker that delivers webhooks. An internal payment does so only if its list may have
   * written messages, as a look into the database costs a part of what a payment costs.
   */
  readonly deliveryNotifier: Pick<Notifier, 'notify'>;
}

export interface Caller extends MoneyStoreDeps {
  /**
   * Events of calls that got no answer. They may have been written by that call, alone or in a
   * list.
   */
  readonly doubted: WeakSet<object>;
}

/** The most attempts at an event that was certainly not written. */
const MAX_ATTEMPTS = 6;
/**
 * The time after which a call is not tried again. An event that may have been written is repeated
 * for all of this time, as a connection that was cut is mostly back within seconds. The time is
 * longer than the database's time-out for a lock, so that a call which failed by that time-out is
 * tried once more.
 */
const ATTEMPTS_MS = 12_000;
const PAUSES = { firstPauseMs: 20, maxPauseMs: 1000 };

/**
 * Calls an SQL function that moves money, and repeats the call until the database answers or too
 * much time has passed. That is safe even when the answer to a commit was lost: each event has an
 * id, under which it is written only once.
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
      // An earlier call without an answer may have written the event, but its wait for a standby
      // may have been broken off. So the commit is confirmed again before it is believed.
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
 * Whether an error means that the event can never be written. Such errors are data exceptions,
 * violated constraints, and exceptions or assertions in the SQL functions.
 */
function isRejection(error: unknown): boolean {
  const code = error instanceof DatabaseFault ? errorCode(error) : null;
  return code !== null && /^(22...|23...|P0001|P0004)$/.test(code);
}
