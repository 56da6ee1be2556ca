import type { BudgetRefusal } from '../authorization/budget.ts';
import type { BudgetInterval } from '../authorization/budget-window.ts';
import type { DuplicatePaymentRefusal } from '../ledger/check-duplicate-payment.ts';

/** Texts of refused payments, which are the same in every protocol. */

export function paidBeforeText({ kind, isSettled }: DuplicatePaymentRefusal): string {
  const paid = isSettled ? 'was already paid' : 'is being paid';
  return kind === 'paid_by_other_grant'
    ? `invoice ${paid} by another of your apps or tokens`
    : `another invoice with the same payment hash ${paid}`;
}

/**
 * The text of a refusal by a budget. `spender` is the protocol's word for the credential whose
 * budget it is.
 */
export function budgetText(refusal: BudgetRefusal, spender: string): string {
  if (refusal.kind === 'budget_expired') {
    return `the budget of ${spender} expired at ${refusal.expiresAt.toISOString()}`;
  }
  const { limitSat, interval, leftSat, neededSat, resetsAt } = refusal;
  const renewal = resetsAt === null ? 'does not renew' : `renews at ${resetsAt.toISOString()}`;
  return (
    `over budget: ${spender} may spend ${limitSat} sat ${PER_INTERVAL[interval]}, ${leftSat} sat ` +
    `are left, and the payment needs up to ${neededSat} sat with fees; the budget ${renewal}`
  );
}

const PER_INTERVAL: Readonly<Record<BudgetInterval, string>> = {
  day: 'per day',
  week: 'per week',
  month: 'per month',
  year: 'per year',
  ever: 'in total',
};
