import { type BudgetView, leftInBudget } from '../../../access/budget.ts';
import type { BudgetInterval } from '../../../access/budget-window.ts';
import { dayText, groupDigits, satText } from './figures.ts';
import { type Html, html } from './html.ts';

export const INTERVAL_WORDS: Readonly<Record<BudgetInterval, IntervalWords>> = {
  day: { choice: 'per day', present: 'today' },
  week: { choice: 'per week', present: 'this week' },
  month: { choice: 'per month', present: 'this month' },
  year: { choice: 'per year', present: 'this year' },
  ever: { choice: 'in all', present: 'in all' },
};

interface IntervalWords {
  readonly choice: string;
  /** Behind what was spent. */
  readonly present: string;
}

/** How much of a limit is spent, in words and as a bar that says the same. */
export function budgetMeter(budget: BudgetView | null, now: Date): Html {
  if (budget === null) return NO_LIMIT;
  const { limitSat, usedSat, interval } = budget;
  const look = isOver(budget, now) ? 'full' : usedSat * 10n >= limitSat * 8n ? 'high' : '';
  return html`
    <div class="meter ${look}">
      <p>${groupDigits(usedSat)} of ${satText(limitSat)} spent
        ${INTERVAL_WORDS[interval].present}</p>
      ${bar(usedSat, limitSat)}
      <p class="hint">${whatFollows(budget, now)}</p>
    </div>`;
}

const NO_LIMIT = html`
  <div class="meter"><p>No limit</p><p class="hint">It can spend all that you have.</p></div>`;

const isOver = (budget: BudgetView, now: Date): boolean =>
  leftInBudget(budget) === 0n || isExpired(budget, now);

const isExpired = ({ expiresAt }: BudgetView, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

function whatFollows(budget: BudgetView, now: Date): string {
  const { expiresAt, resetsAt } = budget;
  if (expiresAt !== null && isExpired(budget, now)) {
    return `Spending ended on ${dayText(expiresAt)}.`;
  }
  return [
    `${satText(leftInBudget(budget))} left.`,
    ...(resetsAt === null ? [] : [`Starts anew on ${dayText(resetsAt)}.`]),
    ...(expiresAt === null ? [] : [`Spending ends on ${dayText(expiresAt)}.`]),
  ].join(' ');
}

/** For eyes only: the words beside it say the same. */
function bar(usedSat: bigint, limitSat: bigint): Html {
  const parts = usedSat >= limitSat ? 1000n : (usedSat * 1000n) / limitSat;
  return html`
    <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="1000" height="10"/>
      <rect class="used" width="${parts}" height="10"/>
    </svg>`;
}
