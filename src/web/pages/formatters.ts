import { decimalText } from '../../base/decimal-text.ts';
import { memoize } from '../../base/memoize.ts';
import { removeSuffix } from '../../base/text.ts';
import { type Html, html } from '../../i18n/html.ts';
import { timeFormats } from '../../i18n/time-formats.ts';
import type { Unit } from '../../users/preferences.ts';

/** How one reader wants numbers, amounts and times to be written. */
export interface FormatterOptions {
  /** The language of the page (BCP 47). */
  readonly locale: string;
  readonly unit: Unit;
  /**
   * The reader's time zone; null for UTC, which the page's script turns into the browser's own
   * zone.
   */
  readonly timeZone: string | null;
  readonly hidesAmounts: boolean;
  /** The unit in which the reader last typed an amount; null or absent where that is not known. */
  readonly typedUnit?: string | null;
}

/** Numbers, amounts and times as one reader wants them. */
export interface Formatters extends FormatterSet {
  /** Formatters that show dots in place of amounts, where the reader wants amounts hidden. */
  readonly inLists: FormatterSet;
  readonly hidesAmounts: boolean;
  readonly typedUnit: string | null;
}

export interface FormatterSet {
  /** Writes a number in groups: `1234567n` becomes `1,234,567`. */
  digits(value: bigint | number): string;
  /**
   * Writes a number that is counted in tenths, hundredths and so on: `decimal(150n, 2)` → `1.50`.
   */
  decimal(parts: bigint, places: number): string;
  /**
   * Removes the grouping from typed digits; any other text stays as it is, and is no whole number.
   */
  readDigits(text: string): string;
  /** Reads an amount of money as people type it, in hundredths; null for anything else. */
  readMoney(text: string): bigint | null;
  /** Writes `12,345 sat` for running text. */
  sat(amountSat: bigint | number): string;
  /** Writes millisatoshi as text, with parts of a sat where there are any: `100,000.5 sat`. */
  satOf(amountMsat: bigint): string;
  /** Writes an amount without its unit, beside another amount whose unit counts for both. */
  satBeside(amountSat: bigint | number): string;
  /** Shows an amount with its unit, in figures of one width. */
  amount(amountSat: bigint | number): Html;
  /** Shows millisatoshi in figures of one width, with parts of a sat where there are any. */
  exact(amountMsat: bigint): Html;
  /** Shows an amount that came or went: by its sign, and by a word for screen readers. */
  signed(direction: 'incoming' | 'outgoing', amountSat: bigint | number): Html;
  /**
   * Shows a moment, which scripts turn into the browser's time zone, unless the reader chose one.
   */
  moment(time: Date): Html;
  day(time: Date): Html;
  /** Writes a moment for running text. */
  momentText(time: Date): string;
  dayText(time: Date): string;
  hourText(time: Date): string;
  /** Writes a calendar day such as `2026-11-21`, with its day of the week. */
  weekdayText(day: string): string;
  /** The name of the time zone in which times are shown. */
  readonly timeZone: string;
  readonly locale: string;
}

export function createFormatters(inputs: FormatterOptions): Formatters {
  const open = formattersWith(inputs, writeAmount(inputs));
  return {
    ...open,
    inLists: inputs.hidesAmounts ? formattersWith(inputs, hideAmount(inputs)) : open,
    hidesAmounts: inputs.hidesAmounts,
    typedUnit: inputs.typedUnit ?? null,
  };
}

/** An amount in its parts; the unit stands before or after the number. */
interface WrittenAmount {
  readonly number: string;
  readonly unit: string;
  readonly isUnitFirst: boolean;
}

type WriteAmount = (amountSat: bigint | number, partsMsat?: bigint) => WrittenAmount;

function hideAmount(inputs: FormatterOptions): WriteAmount {
  const shape = writeAmount(inputs)(0n);
  return () => ({ ...shape, number: '•••' });
}

function writeAmount({ locale, unit }: FormatterOptions): WriteAmount {
  const whole = wholeFormat(locale);
  const exact = (amountSat: bigint | number, partsMsat: bigint, places: number): string =>
    removeSuffix(
      writeDecimal(locale, BigInt(amountSat) * 1000n + partsMsat, places + MSAT_DIGITS),
      '0',
    );
  const inSats = (sats: bigint | number, parts: bigint): string =>
    parts === 0n ? whole.format(sats) : exact(sats, parts, 0);
  switch (unit) {
    case 'sat':
      return (sats, parts = 0n) => ({
        number: inSats(sats, parts),
        unit: 'sat',
        isUnitFirst: false,
      });
    case 'bip177':
      return (sats, parts = 0n) => ({ number: inSats(sats, parts), unit: '₿', isUnitFirst: true });
    case 'btc':
      return (sats, parts = 0n) => ({
        number:
          parts === 0n
            ? writeDecimal(locale, BigInt(sats), SAT_DIGITS)
            : exact(sats, parts, SAT_DIGITS),
        unit: 'BTC',
        isUnitFirst: false,
      });
  }
}

const SAT_DIGITS = 8;
const MSAT_DIGITS = 3;

function formattersWith(inputs: FormatterOptions, write: WriteAmount): FormatterSet {
  const { locale } = inputs;
  const timeZone = inputs.timeZone ?? 'UTC';
  const given = inputs.timeZone === null ? null : html` data-show="given"`;
  const asDay = inputs.timeZone === null ? html` data-show="day"` : given;
  const times = timeFormats(locale, timeZone);
  const zone = inputs.timeZone === null ? ' UTC' : '';
  const momentText = (time: Date): string => `${times.moment.format(time)}${zone}`;
  const dayText = (time: Date): string => times.day.format(time);
  return {
    decimal: (parts, places) => writeDecimal(locale, parts, places),
    digits: (value) => wholeFormat(locale).format(value),
    readDigits: (text) => readDigits(text, locale),
    readMoney: (text) => readMoney(text, locale),
    sat: (amountSat) => joinAmount(write(amountSat)),
    satOf: (amountMsat) => joinAmount(write(amountMsat / 1000n, amountMsat % 1000n)),
    satBeside: (amountSat) => {
      const { number, unit, isUnitFirst } = write(amountSat);
      return isUnitFirst ? `${unit}${number}` : number;
    },
    amount: (amountSat) => html`<span class="amount">${renderAmount(write(amountSat))}</span>`,
    exact: (amountMsat) =>
      html`<span class="amount">${renderAmount(
        write(amountMsat / 1000n, amountMsat % 1000n),
      )}</span>`,
    signed: (direction, amountSat) =>
      html`<span class="amount ${direction}">${
        direction === 'incoming' ? '+' : '−'
      }${renderAmount(write(amountSat))}</span>`,
    moment: (time) =>
      html`<time datetime="${time.toISOString()}"${given}>${momentText(time)}</time>`,
    day: (time) => html`<time datetime="${time.toISOString()}"${asDay}>${dayText(time)}</time>`,
    momentText,
    dayText,
    hourText: (time) => times.hour.format(time),
    weekdayText: (day) => times.weekday.format(new Date(`${day}T00:00:00Z`)),
    timeZone,
    locale,
  };
}

const joinAmount = ({ number, unit, isUnitFirst }: WrittenAmount): string =>
  isUnitFirst ? `${unit}${number}` : `${number} ${unit}`;

const renderAmount = ({ number, unit, isUnitFirst }: WrittenAmount): Html =>
  isUnitFirst
    ? html`<span class="unit">${unit}</span>${number}`
    : html`${number} <span class="unit">${unit}</span>`;

const wholeFormat = memoize((locale) => new Intl.NumberFormat(locale));

const decimalFormat = memoize((locale, places) => {
  const digits = Number(places);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
});

const writeDecimal = (locale: string, parts: bigint, places: number): string =>
  decimalFormat(locale, String(places)).format(decimalText(parts, places));

/**
 * Reads digits: `10,000` and `10 000` are ten thousand; so is `10.000` where the language groups by
 * points.
 */
function readDigits(text: string, locale: string): string {
  const trimmed = text.trim();
  const isGrouped = locale === 'en' ? GROUPED_BY_COMMAS : GROUPED_BY_POINTS;
  return isGrouped.test(trimmed) ? trimmed.replaceAll(/\D/g, '') : trimmed;
}

/** Reads money: `12.4`, `12,40` and `1,234.50`; where the language groups by points, `1.234,50`. */
function readMoney(text: string, locale: string): bigint | null {
  const [, whole = '', parts = ''] = /^(.+?)(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  const digits = readDigits(whole, locale);
  return /^\d{1,13}$/.test(digits) ? BigInt(`${digits}${parts.padEnd(2, '0')}`) : null;
}

const GROUPED_BY_COMMAS = /^\d{1,3}([ ,\u00a0\u202f]\d{3})+$/;
const GROUPED_BY_POINTS = /^\d{1,3}([ .\u00a0\u202f]\d{3})+$/;

/**
 * Shows a day, or an hour under a heading with its day. Scripts do not convert these to the
 * browser's time zone.
 */
export const givenTime = (time: string, text: string): Html =>
  html`<time datetime="${time}" data-show="given">${text}</time>`;
