import { type BudgetView, leftInBudget } from '../../authorization/budget.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

type Words = PageTexts['budget']['meter'];

/** Shows how much of a spending limit is used up, in words and by a bar. */
export function budgetMeter(
  { meter: words }: PageTexts['budget'],
  format: FormatterSet,
  budget: BudgetView | null,
  now: Date,
): Html {
  if (budget === null) return unlimited(words);
  const { limitSat, usedSat, interval } = budget;
  const shown = { used: format.satBeside(usedSat), limit: format.sat(limitSat) };
  const look = isOver(budget, now) ? 'full' : usedSat * 10n >= limitSat * 8n ? 'high' : '';
  return html`
    <div class="meter ${look}">
      <p>${words.spent[interval](shown)}</p>
      ${bar(usedSat, limitSat)}
      <p class="hint">${whatFollows(words, format, budget, now)}</p>
    </div>`;
}

const unlimited = ({ noLimit, spendsAll }: Words): Html => html`
  <div class="meter"><p>${noLimit}</p><p class="hint">${spendsAll}</p></div>`;

const isOver = (budget: BudgetView, now: Date): boolean =>
  leftInBudget(budget) === 0n || isExpired(budget, now);

const isExpired = ({ expiresAt }: BudgetView, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

function whatFollows(
  words: Words,
  { sat, dayText }: FormatterSet,
  budget: BudgetView,
  now: Date,
): string {
  const { expiresAt, resetsAt } = budget;
  if (expiresAt !== null && isExpired(budget, now)) {
    return words.ended({ date: dayText(expiresAt) });
  }
  return [
    words.left({ amount: sat(leftInBudget(budget)) }),
    ...(resetsAt === null ? [] : [words.resets({ date: dayText(resetsAt) })]),
    ...(expiresAt === null ? [] : [words.ends({ date: dayText(expiresAt) })]),
  ].join(' ');
}

/** A bar that shows the same as the words beside it, so screen readers skip it. */
function bar(usedSat: bigint, limitSat: bigint): Html {
  const parts = usedSat >= limitSat ? 1000n : (usedSat * 1000n) / limitSat;
  return html`
    <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="1000" height="10"/>
      <rect class="used" width="${parts}" height="10"/>
    </svg>`;
}
