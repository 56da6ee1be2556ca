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
    reserve: async (events) => {
      const approved = approvedOf(events);
      if (approved !== null) {
        const { event, approval } = approved;
        const form = fromReserveEvent(event);
        return [toReserveOutcome(await approveMoneyEvent(caller, approval, 'node', event, form))];
      }
      const list = JSON.stringify(events.map(fromReserveEvent));
      const answers = await callMoneyFunction(caller, events, (sql) => reserve(sql, list));
      return answers.map(toReserveOutcome);
    },
    settleInternal: async (events) => {
      const approved = approvedOf(events);
      if (approved !== null) {
        const { event, approval } = approved;
        const form = fromInternalEvent(event);
        const answer = await approveMoneyEvent(caller, approval, 'internal', event, form);
        tell(deps, [answer], 'settled');
        return [toInternalPaymentOutcome(answer)];
      }
      const answers = await callMoneyFunction(caller, events, (sql) =>
        settleInternally(sql, events),
      );
      tell(deps, answers, 'settled');
      return answers.map(toInternalPaymentOutcome);
    },
    resolve: (events) => resolveBehindCommits(caller, events),
    credit: async (events) => {
      const list = JSON.stringify(events.map(fromCreditEvent));
      const answers = await callMoneyFunction(caller, events, (sql) => credit(sql, list));
      tell(deps, answers, 'credited');
      return answers.map(toCreditOutcome);
    },
  };
}

/**
 * Wakes those who wait for settlements if a call has written some. A lost notification does no
 * harm, because they also look by themselves.
 */
function tell(
  { afterSettlement }: MoneyStoreDeps,
  answers: readonly MoneyAnswer[],
  written: 'settled' | 'resolved' | 'credited',
): void {
  const settled = answers.filter(({ outcome }) => outcome === written);
  if (settled.length === 0) return;
  afterSettlement?.liveNotifier.notify();
  const mayDeliver = written !== 'settled' || settled.some(({ detail }) => detail === TOLD);
  if (mayDeliver) afterSettlement?.deliveryNotifier.notify();
}

/** The detail of internal payments in a list that may have written messages for webhooks. */
const TOLD = 'told_webhooks';

/** Finds the event that takes an approval with it. It comes alone, see `createMoney`. */
function approvedOf<Event extends { readonly approval?: ApprovalGiven }>(
  events: readonly Event[],
): { readonly event: Event; readonly approval: ApprovalGiven } | null {
  for (const event of events) {
    const { approval } = event;
    if (approval === undefined) continue;
    assert(events.length === 1, 'an event with an approval comes alone');
    return { event, approval };
  }
  return null;
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
  tell(caller, answers, 'resolved');
  return answers.map(toResolveOutcome);
}

const reserve = (sql: Sql, list: string) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from reserve_payments(${list})`;
const resolve = (sql: Sql, list: string) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from resolve_payments(${list})`;
const credit = (sql: Sql, list: string) =>
  sql<MoneyAnswer[]>`select outcome, detail, target_id from credit_receipts(${list})`;
