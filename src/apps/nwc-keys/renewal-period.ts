import { BUDGET_INTERVALS, type BudgetInterval } from '../../authorization/budget-window.ts';

/**
 * Words for intervals of budgets (NIP-47, get_budget), which apps also use in pairing addresses.
 */
export const RENEWAL_PERIODS: Readonly<Record<BudgetInterval, string>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
  ever: 'never',
};

/** The interval for such a word; undefined for any other word. */
export const intervalOfRenewal = (period: string): BudgetInterval | undefined =>
  BUDGET_INTERVALS.find((interval) => RENEWAL_PERIODS[interval] === period);
