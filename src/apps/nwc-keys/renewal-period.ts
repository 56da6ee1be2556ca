import { BUDGET_INTERVALS, type BudgetInterval } from '../../authorization/budget-window.ts';

/**
 * Words for the intervals of budgets (NIP-47, get_budget). Apps also use them when they ask to be
 * connected.
 */
export const RENEWAL_PERIODS: Readonly<Record<BudgetInterval, string>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
  ever: 'never',
};

/** The interval for a word that NIP-47 has for it; undefined for any other word. */
export const intervalOfRenewal = (period: string): BudgetInterval | undefined =>
  BUDGET_INTERVALS.find((interval) => RENEWAL_PERIODS[interval] === period);
