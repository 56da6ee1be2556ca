import { type Budget, type BudgetView, leftInBudget } from '../../authorization/budget.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** Shows how much of a spending limit is used up, in words and by a bar, and what has to ask. */
export function budgetMeter(
  words: PageTexts['budget'],
  format: FormatterSet,
  budget: BudgetView | null,
  now: Date,
): Html {
  const { meter } = words;
  if (budget === null) return unlimited(meter, meter.spendsAll);
  const follows = whatFollows(words, format, budget, now);
  const { limitSat, usedSat, interval } = budget;
  if (limitSat === null) return unlimited(meter, follows);
  const shown = { used: format.satBeside(usedSat), limit: format.sat(limitSat) };
  const look = isOver(budget, now) ? 'full' : usedSat * 10n >= limitSat * 8n ? 'high' : '';
  return html`
    <div class="meter ${look}">
      <p>${meter.spent[interval](shown)}</p>
      ${bar(usedSat, limitSat)}
      <p class="hint">${follows}</p>
    </div>`;
}

/** Says which payments wait for approval; null if none does. */
export function asksText(
  { asks: words }: PageTexts['budget'],
  { sat }: FormatterSet,
  { askAboveSat }: Budget,
): string | null {
  if (askAboveSat === null) return null;
  return askAboveSat === 0n ? words.always : words.above({ amount: sat(askAboveSat) });
}

const unlimited = ({ noLimit }: PageTexts['budget']['meter'], hint: string): Html => html`
  <div class="meter"><p>${noLimit}</p><p class="hint">${hint}</p></div>`;

const isOver = (budget: BudgetView, now: Date): boolean =>
  leftInBudget(budget) === 0n || isExpired(budget, now);

const isExpired = ({ expiresAt }: BudgetView, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

function whatFollows(
  words: PageTexts['budget'],
  format: FormatterSet,
  budget: BudgetView,
  now: Date,
): string {
  const { meter } = words;
  const { sat, dayText } = format;
  const { expiresAt, resetsAt } = budget;
  if (expiresAt !== null && isExpired(budget, now)) {
    return meter.ended({ date: dayText(expiresAt) });
  }
  const leftSat = leftInBudget(budget);
  return [
    leftSat === null ? null : meter.left({ amount: sat(leftSat) }),
    leftSat === null || resetsAt === null ? null : meter.resets({ date: dayText(resetsAt) }),
    expiresAt === null ? null : meter.ends({ date: dayText(expiresAt) }),
    asksText(words, format, budget),
  ]
    .filter((text) => text !== null)
    .join(' ');
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
