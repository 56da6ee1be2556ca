/**
 * Intervals after which a budget starts again. They are calendar days, weeks from Monday (ISO
 * 8601), months and years in UTC.
 */
export const BUDGET_INTERVALS = ['day', 'week', 'month', 'year', 'ever'] as const;
export type BudgetInterval = (typeof BUDGET_INTERVALS)[number];

export const budgetWindowStart = (interval: BudgetInterval, at: Date): Date =>
  windowFrom(interval, at, 0);

/**
 * The end of the window that contains a time; null for the interval `ever`, whose only window has
 * no end.
 */
export const budgetWindowEnd = (interval: BudgetInterval, at: Date): Date | null =>
  interval === 'ever' ? null : windowFrom(interval, at, 1);

/** The start of the window that contains `at`, or of the window that is `windows` windows later. */
function windowFrom(interval: BudgetInterval, at: Date, windows: number): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  switch (interval) {
    case 'day':
      return new Date(Date.UTC(year, month, day + windows));
    case 'week':
      return new Date(Date.UTC(year, month, day - daysSinceMonday(at) + 7 * windows));
    case 'month':
      return new Date(Date.UTC(year, month + windows));
    case 'year':
      return new Date(Date.UTC(year + windows, 0));
    case 'ever':
      return new Date(0);
  }
}

const daysSinceMonday = (at: Date): number => (at.getUTCDay() + 6) % 7;
