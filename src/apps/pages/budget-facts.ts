import type { Budget } from '../../authorization/budget.ts';

import { type Content, html } from '../../i18n/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** Facts about a spending limit: how much may be spent, and until when. */
export function budgetFacts(
  { budget: words, format }: Pick<PageTexts, 'budget' | 'format'>,
  budget: Budget | null,
): readonly (readonly [name: string, value: Content])[] {
  if (budget === null) {
    const { noLimit, spendsAll } = words.meter;
    return [[words.legend, html`<strong>${noLimit}</strong><br>${spendsAll}`]];
  }
  const { limitSat, interval, expiresAt } = budget;
  return [
    [words.legend, html`<strong>${format.sat(limitSat)} ${words.intervals[interval]}</strong>`],
    ...(expiresAt === null ? [] : [[words.end, html`${format.dayText(expiresAt)}`] as const]),
  ];
}
