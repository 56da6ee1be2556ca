import type { Command } from 'commander';
import { type Budget, type BudgetView, checkBudget } from '../../authorization/budget.ts';
import { BUDGET_INTERVALS } from '../../authorization/budget-window.ts';
import { type Sat, satToNumber } from '../../base/amount.ts';
import type { Clock } from '../../base/clock.ts';
import { orRefused, RefusedError } from '../../cli/refused.ts';
import { parseWholeSeconds } from '../../cli/whole-seconds.ts';

export interface BudgetOptions {
  readonly budget?: string;
  readonly askAbove?: string;
  readonly budgetInterval?: string;
  readonly budgetExpiresIn?: number;
  readonly budgetNeverExpires?: true;
}

export const addBudgetOptions = (command: Command): Command =>
  command
    .option('--budget <sats>', 'the most that it may spend in sat, including fees, or none')
    .option(
      '--ask-above <sats>',
      'a payment above it waits until its user approves it: 0 for every payment, or none',
    )
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
  { budget, askAbove, budgetInterval, budgetExpiresIn, budgetNeverExpires }: BudgetOptions,
  clock: Clock,
  present: Budget | null = null,
): Budget | null {
  if (budgetNeverExpires === true && budgetExpiresIn !== undefined) {
    throw new RefusedError('a budget either expires or never does');
  }
  if (budget === undefined && askAbove === undefined) {
    const isLost = [budgetInterval, budgetExpiresIn, budgetNeverExpires].some(
      (option) => option !== undefined,
    );
    if (isLost) throw new RefusedError(NO_AMOUNT);
    return null;
  }
  const limitSat = amountOf(budget, present?.limitSat);
  const askAboveSat = amountOf(askAbove, present?.askAboveSat);
  if (limitSat === null && askAboveSat === null) throw new RefusedError(NO_AMOUNT);
  if (limitSat === null && budgetInterval !== undefined) {
    throw new RefusedError('an interval needs a limit: --budget <sats>');
  }
  const now = clock.now();
  const presentEnd = budgetNeverExpires === true ? null : (present?.expiresAt ?? null);
  const expiresAt =
    budgetExpiresIn === undefined ? presentEnd : new Date(now.getTime() + budgetExpiresIn * 1000);
  const interval = budgetInterval ?? present?.interval ?? 'ever';
  const input = { limitSat, askAboveSat, interval, expiresAt };
  return orRefused(checkBudget(input, now));
}

const NO_AMOUNT = 'a budget needs its amount: --budget <sats>, or --ask-above <sats>';

/** The amount that an option sets, otherwise the present one; null for none. */
function amountOf(option: string | undefined, present: Sat | null | undefined): string | null {
  if (option === undefined) return present?.toString() ?? null;
  return option === 'none' ? null : option;
}

export const presentBudget = (budget: BudgetView | null) =>
  budget === null
    ? null
    : {
        limit: numberOf(budget.limitSat),
        ask_above: numberOf(budget.askAboveSat),
        interval: budget.interval,
        used: satToNumber(budget.usedSat),
        resets_at: budget.resetsAt?.toISOString() ?? null,
        expires_at: budget.expiresAt?.toISOString() ?? null,
      };

const numberOf = (amountSat: Sat | null): number | null =>
  amountSat === null ? null : satToNumber(amountSat);

export function budgetInWords(budget: BudgetView | null): string {
  if (budget === null) return '';
  const { usedSat, limitSat, askAboveSat, interval, expiresAt } = budget;
  const end = expiresAt === null ? '' : ` until ${expiresAt.toISOString()}`;
  const per = interval === 'ever' ? 'in total' : `per ${interval}`;
  const limit = limitSat === null ? 'no limit' : `${usedSat} of ${limitSat} sat ${per} used`;
  const asks = askAboveSat === null ? '' : `, asks above ${askAboveSat} sat`;
  return `  ${limit}${end}${asks}`;
}
