import type { BudgetRefusal } from '../authorization/budget.ts';
import type { BudgetInterval } from '../authorization/budget-window.ts';
import type { DuplicatePaymentRefusal } from '../ledger/check-duplicate-payment.ts';
import type { ApprovalRefusal } from '../ledger/wallet-refusals.ts';

/** Texts of refused payments, which are the same in every protocol. */

/** Texts of payments that need the approval of the wallet's owner. */
export const APPROVAL_TEXTS: Readonly<Record<ApprovalNeededRefusal['kind'], string>> = {
  approval_needed: "this payment needs the approval of the wallet's owner: send it again",
  approval_refused: 'the owner of the wallet has refused this payment: nothing was paid',
  approval_expired:
    'the owner of the wallet has not approved this payment in time: nothing was paid',
  approval_withdrawn: 'this payment does not wait for approval any more: nothing was paid',
  approval_failed: 'this payment was approved, but could not be made any more: nothing was paid',
  approval_over: 'this payment does not wait for approval any more',
  too_many_approvals:
    "too many payments wait for the approval of the wallet's owner: try again later",
};

type ApprovalNeededRefusal = ApprovalRefusal | { kind: 'approval_needed' | 'approval_over' };

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
