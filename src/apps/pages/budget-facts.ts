import type { Budget } from '../../authorization/budget.ts';

import { type Content, html } from '../../i18n/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { asksText } from './budget-meter.ts';

/** Facts about what may be spent: how much, what waits for approval, and until when. */
export function budgetFacts(
  { budget: words, format }: Pick<PageTexts, 'budget' | 'format'>,
  budget: Budget | null,
): readonly (readonly [name: string, value: Content])[] {
  if (budget === null) {
    const { noLimit, spendsAll } = words.meter;
    return [[words.legend, html`<strong>${noLimit}</strong><br>${spendsAll}`]];
  }
  const { limitSat, interval, expiresAt } = budget;
  const limit =
    limitSat === null
      ? words.meter.noLimit
      : `${format.sat(limitSat)} ${words.intervals[interval]}`;
  const asks = asksText(words, format, budget);
  return [
    [words.legend, html`<strong>${limit}</strong>${asks === null ? null : html`<br>${asks}`}`],
    ...(expiresAt === null ? [] : [[words.end, html`${format.dayText(expiresAt)}`] as const]),
  ];
}
