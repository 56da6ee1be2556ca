import type { Command } from 'commander';
import { type Budget, type BudgetView, checkBudget } from '../../authorization/budget.ts';
import { BUDGET_INTERVALS } from '../../authorization/budget-window.ts';
import { satToNumber } from '../../base/amount.ts';
import type { Clock } from '../../base/clock.ts';
import { orRefused, RefusedError } from '../../cli/refused.ts';
import { parseWholeSeconds } from '../../cli/whole-seconds.ts';

export interface BudgetOptions {
  readonly budget?: string;
  readonly budgetInterval?: string;
  readonly budgetExpiresIn?: number;
  readonly budgetNeverExpires?: true;
}

export const addBudgetOptions = (command: Command): Command =>
  command
    .option('--budget <sats>', 'the most that it may spend in sat, including fees')
    .option(
      '--budget-interval <interval>',
      `how often the budget renews: ${BUDGET_INTERVALS.join(', ')} (default: ever, never renews)`,
    )
    .option('--budget-expires-in <seconds>', 'after that it may spend nothing', parseWholeSeconds);

/**
 * Reads the options of a command that set a budget; null if none was given. Parts of the budget
 * that no option sets keep their present values.
 */
export function readBudgetOptions(
  { budget, budgetInterval, budgetExpiresIn, budgetNeverExpires }: BudgetOptions,
  clock: Clock,
  present: Budget | null = null,
): Budget | null {
  if (budgetNeverExpires === true && budgetExpiresIn !== undefined) {
    throw new RefusedError('a budget either expires or never does');
  }
  if (budget === undefined) {
    const isLost = [budgetInterval, budgetExpiresIn, budgetNeverExpires].some(
      (option) => option !== undefined,
    );
    if (isLost) throw new RefusedError('a budget needs its amount: --budget <sats>');
    return null;
  }
  const now = clock.now();
  const presentEnd = budgetNeverExpires === true ? null : (present?.expiresAt ?? null);
  const expiresAt =
    budgetExpiresIn === undefined ? presentEnd : new Date(now.getTime() + budgetExpiresIn * 1000);
  const interval = budgetInterval ?? present?.interval ?? 'ever';
  const input = { limitSat: budget, interval, expiresAt };
  return orRefused(checkBudget(input, now));
}

export const presentBudget = (budget: BudgetView | null) =>
  budget === null
    ? null
    : {
        limit: satToNumber(budget.limitSat),
        interval: budget.interval,
        used: satToNumber(budget.usedSat),
        resets_at: budget.resetsAt?.toISOString() ?? null,
        expires_at: budget.expiresAt?.toISOString() ?? null,
      };

export function budgetInWords(budget: BudgetView | null): string {
  if (budget === null) return '';
  const { usedSat, limitSat, interval, expiresAt } = budget;
  const end = expiresAt === null ? '' : ` until ${expiresAt.toISOString()}`;
  const per = interval === 'ever' ? 'in total' : `per ${interval}`;
  return `  ${usedSat} of ${limitSat} sat ${per} used${end}`;
}
