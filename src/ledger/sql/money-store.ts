import { assert } from '../../base/assert.ts';
import type { Clock } from '../../base/clock.ts';
import { isRepeatable } from '../../base/fault.ts';
import type { Random } from '../../base/random.ts';
import { retry } from '../../base/retry.ts';
import { DatabaseFault, errorCode, mayHaveHappened } from '../../database/database-fault.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { confirmWritten } from '../../database/standby-wait.ts';
import {
  MoneyEventRejected,
  MoneyOutcomeUnknown,
  type MoneyStore,
  type ResolveEvent,
  type ResolveOutcome,
} from '../money-store.ts';
import {
  type MoneyAnswer,
  toCreditOutcome,
  toInternalPaymentOutcome,
  toReserveOutcome,
  toResolveOutcome,
} from './money-answers.ts';
import { fromCreditEvent, fromReserveEvent, fromResolveEvent } from './money-events.ts';
import { settleInternally } from './settle-internally.ts';

export interface MoneyStoreDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Creates the money store over the SQL functions in sql/functions/: one statement and transaction
 * per list.
 */
export function createMoneyStore(deps: MoneyStoreDeps): MoneyStore {
  const caller = { ...deps, doubted: new WeakSet<object>() };
  return {
    reserve: async (events) => {
      const list = JSON.stringify(events.map(fromReserveEvent));
      const answers = await callMoneyFunction(caller, events, (sql) => reserve(sql, list));
      return answers.map(toReserveOutcome);
    },
    settleInternal: async (events) => {
      const answers = await callMoneyFunction(caller, events, (sql) =>
        settleInternally(sql, events),
      );
      return answers.map(toInternalPaymentOutcome);
    },
    resolve: (events) => resolveBehindCommits(caller, events),
    credit: async (events) => {
      const list = JSON.stringify(events.map(fromCreditEvent));
      const answers = await callMoneyFunction(caller, events, (sql) => credit(sql, list));
      return answers.map(toCreditOutcome);
    },
  };
}

/**
 * Resolves payments. If one is not found, waits for commits under way and tries again: a row whose
 * commit waits for a standby is seen by no one until then.
 */
async function resolveBehindCommits(
  caller: Caller,
  events: readonly ResolveEvent[],
): Promise<readonly ResolveOutcome[]> {
  const outcomes = await resolveSeen(caller, events);
  const absent = events.filter((_, place) => outcomes[place]?.kind === 'absent');
  if (absent.length === 0) return outcomes;
  await caller.database.query(confirmWritten);
  const later = (await resolveSeen(caller, absent)).values();
  return outcomes.map((told) => (told.kind === 'absent' ? (later.next().value ?? told) : told));
}

async function resolveSeen(
  caller: Caller,
  events: readonly ResolveEvent[],
): Promise<readonly ResolveOutcome[]> {
  const list = JSON.stringify(events.map((event) => fromResolveEvent(event, caller)));
  const answers = await callMoneyFunction(caller, events, (sql) => resolve(sql, list));
  return answers.map(toResolveOutcome);
}

interface Caller extends MoneyStoreDeps {
  /** Events of calls that got no answer: they may have been written, alone or in a list. */
  readonly doubted: WeakSet<object>;
}

const reserve = (sql: Sql, list: string) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from reserve_payments(${list})`;
const resolve = (sql: Sql, list: string) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from resolve_payments(${list})`;
const credit = (sql: Sql, list: string) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from credit_receipts(${list})`;

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
async function callMoneyFunction(
  { database, doubted, clock, random }: Caller,
  events: readonly object[],
  moneyFunction: (sql: Sql) => Promise<readonly MoneyAnswer[]>,
): Promise<readonly MoneyAnswer[]> {
  if (events.length === 0) return [];
  const isDoubted = (): boolean => events.some((event) => doubted.has(event));
  const beganMs = clock.monotonicMs();
  let attempts = 0;
  const isRetryable = (error: unknown): boolean => {
    const wasLong = clock.monotonicMs() - beganMs >= ATTEMPTS_MS;
    return isRepeatable(error) && !wasLong && (attempts < MAX_ATTEMPTS || isDoubted());
  };
  const attempt = async (): Promise<readonly MoneyAnswer[]> => {
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
