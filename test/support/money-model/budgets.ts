import { type BudgetView, viewBudget } from '../../../src/authorization/budget.ts';
import type { BudgetStore, Grant } from '../../../src/authorization/budget-store.ts';
import { budgetWindowStart } from '../../../src/authorization/budget-window.ts';
import { debitSat, msat, type Sat, sat } from '../../../src/base/amount.ts';
import type { Payment, PaymentOrder } from '../../../src/ledger/payment.ts';
import { feeOf, type Withdrawal } from '../../../src/onchain/withdrawal.ts';
import type { MemoryState } from './state.ts';

/**
 * Creates budgets in memory, computed by their definition: the used part of a window is the total
 * cost of all payments that count in it. The SQL functions keep a sum instead.
 */
export const createMemoryBudgets = (state: MemoryState): BudgetStore => ({
  setBudget: async (grant, budget, at) => {
    if (budget === null) state.budgets.delete(budgetKey(grant));
    else {
      const present = state.budgets.get(budgetKey(grant));
      const opened =
        present?.budget.interval === budget.interval
          ? [present.windowStart]
          : ordersOf(state, grant).map((order) => countedAt(state, order));
      const latest = new Date(Math.max(...[at, ...opened].map((time) => time.getTime())));
      const windowStart = budgetWindowStart(budget.interval, latest);
      state.budgets.set(budgetKey(grant), { grant, budget, windowStart });
    }
  },
  readBudgets: async (userId, grantIds, at) =>
    new Map(
      grantIds.flatMap((grantId) => {
        const view = readBudget(state, { userId, grantId }, at);
        return view === null ? [] : [[grantId, view]];
      }),
    ),
});

export function readBudget(state: MemoryState, grant: Grant, at: Date): BudgetView | null {
  const open = state.budgets.get(budgetKey(grant));
  if (open === undefined) return null;
  const { budget, windowStart } = open;
  return viewBudget({ ...budget, windowStart, usedSat: spentSince(state, grant, windowStart) }, at);
}

/** The grant that stands for the budget of everything that a user sends. */
export const ALL_GRANTS = '*';

/** What budgets need to know of an order, on whichever rail. */
export type Ordered = Pick<PaymentOrder, 'id' | 'userId' | 'grantId' | 'createdAt'>;

/** The budgets that limit a payment, at the time when it counts. */
export interface OrderBudgets {
  readonly countsAt: Date;
  readonly ofGrant: BudgetView | null;
  readonly ofUser: BudgetView | null;
}

/**
 * Finds the budgets of an order. It counts at the same time in both budgets: if it is late, in the
 * latest window that has begun.
 */
export function budgetsOf(state: MemoryState, order: Ordered): OrderBudgets {
  const all = { userId: order.userId, grantId: ALL_GRANTS };
  const opened = [order, all].flatMap((grant) => {
    const open = state.budgets.get(budgetKey(grant));
    return open === undefined ? [] : [open.windowStart];
  });
  const times = [order.createdAt, ...opened].map((time) => time.getTime());
  const countsAt = new Date(Math.max(...times));
  return {
    countsAt,
    ofGrant: readBudget(state, order, countsAt),
    ofUser: readBudget(state, all, countsAt),
  };
}

/** Counts an accepted payment in its windows, which have begun from then on. */
export function countInBudgets(
  state: MemoryState,
  order: Ordered,
  { countsAt, ofGrant, ofUser }: OrderBudgets,
): void {
  const { userId } = order;
  openWindow(state, order, ofGrant);
  openWindow(state, { userId, grantId: ALL_GRANTS }, ofUser);
  if (order.createdAt < countsAt) state.countedAt.set(order.id, countsAt);
}

function openWindow(state: MemoryState, grant: Grant, view: BudgetView | null): void {
  const open = state.budgets.get(budgetKey(grant));
  if (open === undefined || view === null) return;
  state.budgets.set(budgetKey(grant), { ...open, windowStart: view.windowStart });
}

export const spentSince = (state: MemoryState, grant: Grant, since: Date): Sat =>
  sat(
    ordersOf(state, grant)
      .filter((order) => countedAt(state, order) >= since)
      .reduce((sum, order) => sum + costSat(order), 0n),
  );

function costSat(order: Payment | Withdrawal): Sat {
  if ('speed' in order) {
    const { state, amountSat, heldSat } = order;
    return state === 'settled' ? sat(amountSat + (feeOf(order) ?? 0n)) : heldSat;
  }
  const { state, path, amountMsat, feeMsat, heldSat } = order;
  if (state !== 'settled') return heldSat;
  const costSat = debitSat(msat(amountMsat + (feeMsat ?? 0n)));
  return path === 'internal' || costSat < heldSat ? costSat : heldSat;
}

const ordersOf = (
  { payments, withdrawals }: MemoryState,
  { userId, grantId }: Grant,
): readonly (Payment | Withdrawal)[] =>
  [...payments.values(), ...withdrawals.values()].filter(
    (order) =>
      order.userId === userId &&
      [order.grantId, ALL_GRANTS].includes(grantId) &&
      order.state !== 'failed',
  );

const countedAt = (state: MemoryState, { id, createdAt }: Ordered): Date =>
  state.countedAt.get(id) ?? createdAt;

export const budgetKey = ({ userId, grantId }: Grant): string => JSON.stringify([userId, grantId]);
