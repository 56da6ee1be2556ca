import { BUDGET_INTERVALS, type BudgetInterval } from '../../authorization/budget-window.ts';

/** NIP-47, get_budget; pages that pair apps use the same words. */
export const RENEWAL_PERIODS: Readonly<Record<BudgetInterval, string>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
  ever: 'never',
};

/** Undefined for any other word. */
export const intervalOfRenewal = (period: string): BudgetInterval | undefined =>
  BUDGET_INTERVALS.find((interval) => RENEWAL_PERIODS[interval] === period);
