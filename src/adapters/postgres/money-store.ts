import { assert } from '../../base/assert.ts';
import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import { retry } from '../../base/retry.ts';
import { MoneyEventRejected, type MoneyStore } from '../../wallet/money-store.ts';
import { DatabaseFault, errorCode } from './database-fault.ts';
import type { Database } from './db.ts';
import {
  type MoneyAnswer,
  toCreditOutcome,
  toInternalPaymentOutcome,
  toReserveOutcome,
  toResolveOutcome,
} from './money-answers.ts';
import {
  fromCreditEvent,
  fromInternalPaymentEvent,
  fromReserveEvent,
  fromResolveEvent,
} from './money-events.ts';
import type { Sql } from './sql.ts';

export interface MoneyStoreDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/** Calls the money functions of the migrations: one statement, one transaction for each list. */
export function createMoneyStore(deps: MoneyStoreDeps): MoneyStore {
  return {
    reserve: async (events) => {
      const list = events.map(fromReserveEvent);
      const answers = await callMoneyFunction(deps, list, reservePayments);
      return answers.map(toReserveOutcome);
    },
    settleInternal: async (events) => {
      const list = events.map(fromInternalPaymentEvent);
      const answers = await callMoneyFunction(deps, list, settleInternalPayments);
      return answers.map(toInternalPaymentOutcome);
    },
    resolve: async (events) => {
      const list = events.map((event) => fromResolveEvent(event, deps));
      const answers = await callMoneyFunction(deps, list, resolvePayments);
      return answers.map(toResolveOutcome);
    },
    credit: async (events) => {
      const list = events.map(fromCreditEvent);
      const answers = await callMoneyFunction(deps, list, creditReceipts);
      return answers.map(toCreditOutcome);
    },
  };
}

type MoneyFunction = (sql: Sql, list: string) => Promise<readonly MoneyAnswer[]>;

const reservePayments: MoneyFunction = (sql, list) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from reserve_payments(${list})`;
const settleInternalPayments: MoneyFunction = (sql, list) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from settle_internal_payments(${list})`;
const resolvePayments: MoneyFunction = (sql, list) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from resolve_payments(${list})`;
const creditReceipts: MoneyFunction = (sql, list) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from credit_receipts(${list})`;

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/** May be repeated freely, even when a commit got lost on its way: each event bears its id. */
async function callMoneyFunction(
  { database, clock, random }: MoneyStoreDeps,
  list: readonly object[],
  moneyFunction: MoneyFunction,
): Promise<readonly MoneyAnswer[]> {
  if (list.length === 0) return [];
  const text = JSON.stringify(list);
  const isRetryable = (error: unknown): boolean =>
    error instanceof DatabaseFault && error.isTransient;
  try {
    const answers = await retry(
      { maxAttempts: MAX_ATTEMPTS, firstPauseMs: FIRST_PAUSE_MS, isRetryable, clock, random },
      () => database.query((sql) => moneyFunction(sql, text)),
    );
    assert(answers.length === list.length, 'a money function answers each event');
    return answers;
  } catch (error) {
    throw isRejection(error)
      ? new MoneyEventRejected('the money function rejected the event', { cause: error })
      : error;
  }
}

/** Data exceptions, violated constraints, errors and assertions raised by the functions. */
function isRejection(error: unknown): boolean {
  const code = error instanceof DatabaseFault ? errorCode(error) : null;
  return code !== null && /^(22...|23...|P0001|P0004)$/.test(code);
}
