import { refuseByBudget } from '../authorization/budget.ts';
import type { BudgetStore } from '../authorization/budget-store.ts';
import type { Caller } from '../authorization/caller.ts';
import { debitSat, type Sat, sat } from '../base/amount.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { KeysendOrder } from './keysend-order.ts';
import type { PayDeps } from './pay-deps.ts';

export interface CheckSumDeps extends Pick<PayDeps, 'clock'> {
  readonly budgets: BudgetStore;
}

/**
 * Refuses keysends of one call that cannot succeed as a whole. Fees are left out, because they are
 * checked for each item. The budget is checked before the balance, as in the SQL functions that
 * move money, so that a grant learns nothing about a balance above its budget. Returns the amount
 * from which the grant has to ask; null if it never has to.
 */
export async function checkKeysendsSum(
  { budgets, clock }: CheckSumDeps,
  { userId, grantId }: Pick<Caller, 'userId' | 'grantId'>,
  orders: readonly Pick<KeysendOrder, 'amountMsat'>[],
  balanceSat: Sat,
): Promise<Result<Sat | null, PayRefusal>> {
  const [now, sumSat] = [clock.now(), sumOf(orders)];
  const budget = (await budgets.readBudgets(userId, [grantId], now)).get(grantId);
  const refusal = budget === undefined ? null : refuseByBudget(budget, sumSat, now);
  if (refusal !== null) return refuse(refusal);
  if (sumSat > balanceSat) return refuse({ kind: 'insufficient_balance' });
  return accept(budget?.askAboveSat ?? null);
}

/** The sum of what keysends cost without their fees. Each is rounded up for itself. */
export const sumOf = (orders: readonly Pick<KeysendOrder, 'amountMsat'>[]): Sat =>
  sat(orders.reduce((sum, order) => sum + debitSat(order.amountMsat), 0n));
