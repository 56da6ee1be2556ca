import type { BudgetRefusal } from '../access/budget.ts';
import type { BudgetInterval } from '../access/budget-window.ts';
import { sat } from '../base/amount.ts';

/** A refusal in storage: a batch keeps the reasons for which its items were refused. */
export const budgetRefusalToText = (refusal: BudgetRefusal): string =>
  JSON.stringify(refusal, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

type BudgetRefusalJson =
  | {
      readonly kind: 'budget_exceeded';
      readonly limitSat: string;
      readonly interval: BudgetInterval;
      readonly leftSat: string;
      readonly neededSat: string;
      readonly resetsAt: string | null;
    }
  | { readonly kind: 'budget_expired'; readonly expiresAt: string };

export function budgetRefusalFromText(text: string): BudgetRefusal {
  const json: BudgetRefusalJson = JSON.parse(text);
  if (json.kind === 'budget_expired') return { ...json, expiresAt: new Date(json.expiresAt) };
  return {
    ...json,
    limitSat: sat(BigInt(json.limitSat)),
    leftSat: sat(BigInt(json.leftSat)),
    neededSat: sat(BigInt(json.neededSat)),
    resetsAt: json.resetsAt === null ? null : new Date(json.resetsAt),
  };
}
