import { decimalText } from '../../base/decimal-text.ts';
import { memoize } from '../../base/memoize.ts';
import { fiatValueInCents, type Rate } from '../../fiat/rate.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** The age from which a price is shown with its time. */
const FRESH_MS = 600_000;

type Words = Pick<PageTexts, 'format' | 'worth'>;

/** A line such as `≈ €12.40`, the rough value of an amount; nothing without a price. */
export function fiatValue(
  texts: Words,
  rate: Rate | null,
  amountSat: bigint,
  now: Date,
): Html | null {
  if (rate === null) return null;
  return line(timedText(texts, rate, fiatValueText(texts, rate, amountSat), now));
}

/** A value that was computed from a price, with the time of the price if it is not fresh. */
export function timedText(
  { format, worth: words }: Words,
  { readAt }: Rate,
  value: string,
  now: Date,
): string {
  const isFresh = now.getTime() - readAt.getTime() <= FRESH_MS;
  return isFresh ? value : words.aboutAt({ money: value, time: format.momentText(readAt) });
}

/** A line with the value when something was paid; nothing where no price of that time is known. */
export const pastFiatValue = (texts: Words, rate: Rate | null, amountSat: bigint): Html | null =>
  rate === null ? null : line(pastFiatText(texts, rate, amountSat));

export const pastFiatText = (texts: Words, rate: Rate, amountSat: bigint): string =>
  texts.worth.aboutThen({ money: fiatValueText(texts, rate, amountSat) });

/**
 * A value such as `≈ €12.40` for running text, or beside another amount; `less than €0.01` for a
 * smaller value.
 */
export function fiatValueText(
  { format, worth: words }: Words,
  rate: Rate,
  amountSat: bigint,
): string {
  const cents = fiatValueInCents(amountSat, rate);
  const money = (shown: bigint): string => moneyText(shown, rate.currency, format.locale);
  return cents === 0n && amountSat > 0n
    ? words.least({ money: money(1n) })
    : words.about({ money: money(cents) });
}

const line = (text: string): Html => html`<p class="faint"><span class="worth">${text}</span></p>`;

/**
 * Writes an amount with the sign of its currency, or with the code of the currency where others
 * have the same sign.
 */
export const moneyText = (cents: bigint, currency: string, locale: string): string =>
  moneyFormat(locale, currency)
    .formatToParts(decimalText(cents, 2))
    .map(({ type, value }) => (type === 'currency' && value === '$' ? 'US$' : value))
    .join('');

/**
 * Formats of money. A currency sign without letters means one currency in that language, except for
 * the dollar sign, which several currencies have.
 */
const moneyFormat = memoize(
  (locale, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }),
);
