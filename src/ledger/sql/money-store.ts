import { assert } from '../../base/assert.ts';
import type { Sql } from '../../database/sql.ts';
import { confirmWritten } from '../../database/standby-wait.ts';
import type { ApprovalGiven, MoneyStore, ResolveEvent, ResolveOutcome } from '../money-store.ts';
import { approveMoneyEvent } from './approve-money-event.ts';
import { type Caller, callMoneyFunction, type MoneyStoreDeps } from './call-money-function.ts';
import {
  type MoneyAnswer,
  toCreditOutcome,
  toInternalPaymentOutcome,
  toReserveOutcome,
  toResolveOutcome,
} from './money-answers.ts';
import {
  fromCreditEvent,
  fromInternalEvent,
  fromReserveEvent,
  fromResolveEvent,
} from './money-events.ts';
import { settleInternally } from './settle-internally.ts';

/**
 * Creates the money store over the SQL functions in sql/functions/. Each list of events is one
 * statement and one transaction.
 */
export function createMoneyStore(deps: MoneyStoreDeps): MoneyStore {
  const caller = { ...deps, doubted: new WeakSet<object>() };
  return {
    reserve: (events) =>
      apartFromApproved(
        events,
        async (plain) => {
          const list = JSON.stringify(plain.map(fromReserveEvent));
          const answers = await callMoneyFunction(caller, plain, (sql) => reserve(sql, list));
          return answers.map(toReserveOutcome);
        },
        async (event, approval) =>
          toReserveOutcome(
            await approveMoneyEvent(caller, approval, 'node', event, fromReserveEvent(event)),
          ),
      ),
    settleInternal: (events) =>
      apartFromApproved(
        events,
        async (plain) => {
          const answers = await callMoneyFunction(caller, plain, (sql) =>
            settleInternally(sql, plain),
          );
          return answers.map(toInternalPaymentOutcome);
        },
        async (event, approval) =>
          toInternalPaymentOutcome(
            await approveMoneyEvent(caller, approval, 'internal', event, fromInternalEvent(event)),
          ),
      ),
    resolve: (events) => resolveBehindCommits(caller, events),
    credit: async (events) => {
      const list = JSON.stringify(events.map(fromCreditEvent));
      const answers = await callMoneyFunction(caller, events, (sql) => credit(sql, list));
      return answers.map(toCreditOutcome);
    },
  };
}

/**
 * Handles events with an approval one by one, as each changes its approval too, and all others in
 * one list. Such events are rare.
 */
async function apartFromApproved<Event extends { readonly approval?: ApprovalGiven }, Outcome>(
  events: readonly Event[],
  handlePlain: (events: readonly Event[]) => Promise<readonly Outcome[]>,
  handleApproved: (event: Event, approval: ApprovalGiven) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const plain = events.filter(({ approval }) => approval === undefined);
  const outcomes = (await handlePlain(plain)).values();
  const answers: Outcome[] = [];
  for (const event of events) {
    const { approval } = event;
    const outcome =
      approval === undefined ? outcomes.next().value : await handleApproved(event, approval);
    assert(outcome !== undefined, 'each event has its outcome');
    answers.push(outcome);
  }
  return answers;
}

/**
 * Stores how payments ended. The row of a payment may be missing because the transaction that wrote
 * it still waits for a standby, and no one can see the row before. So payments that are missing are
 * tried once more after such transactions have ended.
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

const reserve = (sql: Sql, list: string) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from reserve_payments(${list})`;
const resolve = (sql: Sql, list: string) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from resolve_payments(${list})`;
const credit = (sql: Sql, list: string) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from credit_receipts(${list})`;
