import type { Sat } from '../../base/amount.ts';
import { fiatValueInCents, type Rate } from '../../fiat/rate.ts';
import { type Html, html } from '../../texts/html.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { decimalText } from './formatters.ts';

/** Older prices are told with their time. */
const FRESH_MS = 600_000;

/** A line such as `≈ 12.40 EUR`: for orientation only. Null without a price. */
export function fiatValue(
  { format, worth: words }: Pick<PageTexts, 'format' | 'worth'>,
  rate: Rate | null,
  amountSat: Sat,
  now: Date,
): Html | null {
  if (rate === null) return null;
  const ageMs = now.getTime() - rate.readAt.getTime();
  const money = moneyText(fiatValueInCents(amountSat, rate), rate.currency, format.locale);
  return html`<p class="faint"><span class="worth">${
    ageMs <= FRESH_MS
      ? words.about({ money })
      : words.aboutAt({ money, time: format.momentText(rate.readAt) })
  }</span></p>`;
}

/** The code and not the sign, as several currencies share one. */
export const moneyText = (cents: bigint, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  }).format(decimalText(cents, 2));
