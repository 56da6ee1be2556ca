import { type BudgetView, viewBudget } from '../../../src/access/budget.ts';
import type { BudgetStore, Grant } from '../../../src/access/budget-store.ts';
import { budgetWindowStart } from '../../../src/access/budget-window.ts';
import { debitSat, msat, type Sat, sat } from '../../../src/base/amount.ts';
import type { Payment, PaymentOrder } from '../../../src/wallet/payment.ts';
import type { MemoryState } from './state.ts';

/**
 * Budgets by their definition: a window has used what all payments that count in it have cost. The
 * SQL functions keep a sum instead.
 */
export const createMemoryBudgets = (state: MemoryState): BudgetStore => ({
  setBudget: async (grant, budget, at) => {
    if (budget === null) state.budgets.delete(budgetKey(grant));
    else {
      const present = state.budgets.get(budgetKey(grant));
      const opened =
        present?.budget.interval === budget.interval
          ? [present.windowStart]
          : paymentsOf(state, grant).map((payment) => countedAt(state, payment));
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

/** The payment was accepted: its window is open from now on, and it counts in it. */
export function countInBudget(state: MemoryState, order: PaymentOrder, view: BudgetView): void {
  const open = state.budgets.get(budgetKey(order));
  if (open === undefined) return;
  const { windowStart } = view;
  state.budgets.set(budgetKey(order), { ...open, windowStart });
  if (order.createdAt < windowStart) state.countedAt.set(order.id, windowStart);
}

export const spentSince = (state: MemoryState, grant: Grant, since: Date): Sat =>
  sat(
    paymentsOf(state, grant)
      .filter((payment) => countedAt(state, payment) >= since)
      .reduce((sum, payment) => sum + costSat(payment), 0n),
  );

function costSat({ state, path, amountMsat, feeMsat, heldSat }: Payment): Sat {
  if (state !== 'settled') return heldSat;
  const costSat = debitSat(msat(amountMsat + (feeMsat ?? 0n)));
  return path === 'internal' || costSat < heldSat ? costSat : heldSat;
}

const paymentsOf = ({ payments }: MemoryState, { userId, grantId }: Grant): readonly Payment[] =>
  [...payments.values()].filter(
    (payment) =>
      payment.userId === userId && payment.grantId === grantId && payment.state !== 'failed',
  );

const countedAt = (state: MemoryState, { id, createdAt }: Payment): Date =>
  state.countedAt.get(id) ?? createdAt;

const budgetKey = ({ userId, grantId }: Grant): string => JSON.stringify([userId, grantId]);
