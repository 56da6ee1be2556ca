import { decimalText } from '../../base/decimal-text.ts';
import { memoize } from '../../base/memoize.ts';
import { fiatValueInCents, type Rate } from '../../fiat/rate.ts';
import { type Html, html } from '../../texts/html.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** Older prices are told with their time. */
const FRESH_MS = 600_000;

type Words = Pick<PageTexts, 'format' | 'worth'>;

/** A line such as `≈ €12.40`: for orientation only. Null without a price. */
export function fiatValue(
  texts: Words,
  rate: Rate | null,
  amountSat: bigint,
  now: Date,
): Html | null {
  if (rate === null) return null;
  return line(aboutText(texts, rate, moneyOf(texts, rate, amountSat), now));
}

/** An amount that follows from this price, with the time of the price if it is not fresh. */
export function aboutText(
  { format, worth: words }: Words,
  { readAt }: Rate,
  money: string,
  now: Date,
): string {
  const isFresh = now.getTime() - readAt.getTime() <= FRESH_MS;
  return isFresh
    ? words.about({ money })
    : words.aboutAt({ money, time: format.momentText(readAt) });
}

/** A line with the value when something was paid. Null without a price of that time. */
export const pastFiatValue = (texts: Words, rate: Rate | null, amountSat: bigint): Html | null =>
  rate === null ? null : line(texts.worth.aboutThen({ money: moneyOf(texts, rate, amountSat) }));

/** `≈ €12.40` in running text, or beside another amount. */
export const fiatValueText = (texts: Words, rate: Rate, amountSat: bigint): string =>
  texts.worth.about({ money: moneyOf(texts, rate, amountSat) });

const line = (text: string): Html => html`<p class="faint"><span class="worth">${text}</span></p>`;

const moneyOf = ({ format }: Words, rate: Rate, amountSat: bigint): string =>
  moneyText(fiatValueInCents(amountSat, rate), rate.currency, format.locale);

/** With the sign of the currency, or its code where others have the same sign. */
export const moneyText = (cents: bigint, currency: string, locale: string): string =>
  moneyFormat(locale, currency)
    .formatToParts(decimalText(cents, 2))
    .map(({ type, value }) => (type === 'currency' && value === '$' ? 'US$' : value))
    .join('');

/** A sign that stands alone belongs to one currency in that language, but for the dollar. */
const moneyFormat = memoize(
  (locale, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }),
);
