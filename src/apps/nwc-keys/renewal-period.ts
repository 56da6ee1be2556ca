import { BUDGET_INTERVALS, type BudgetInterval } from '../../authorization/budget-window.ts';

/** Words for intervals (NIP-47, get_budget); pages that pair apps use the same words. */
export const RENEWAL_PERIODS: Readonly<Record<BudgetInterval, string>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
  ever: 'never',
};

/** The interval of a word for a renewal; undefined for any other word. */
export const intervalOfRenewal = (period: string): BudgetInterval | undefined =>
  BUDGET_INTERVALS.find((interval) => RENEWAL_PERIODS[interval] === period);
