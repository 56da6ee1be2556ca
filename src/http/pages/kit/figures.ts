import { type Html, html } from './html.ts';

/** `1234567n` → `1,234,567`. */
export const groupDigits = (value: bigint | number): string =>
  String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** `10,000` and `10 000` are ten thousand; `10.5` and `1,5` stay what they are: no whole sats. */
export const ungroupDigits = (text: string): string => {
  const trimmed = text.trim();
  return /^\d{1,3}([ ,\u00a0\u202f]\d{3})+$/.test(trimmed)
    ? trimmed.replaceAll(/\D/g, '')
    : trimmed;
};

/** `12,345 sat` in running text. */
export const satText = (amountSat: bigint | number): string => `${groupDigits(amountSat)} sat`;

/** An amount with its unit, in figures of one width. */
export const amount = (amountSat: bigint | number): Html =>
  html`<span class="amount">${groupDigits(amountSat)} <span class="unit">sat</span></span>`;

/** An amount that came or went: the sign says it, and so does a word beside it. */
export const signedAmount = (
  direction: 'incoming' | 'outgoing',
  amountSat: bigint | number,
): Html =>
  html`<span class="amount ${direction}">${direction === 'incoming' ? '+' : '−'}${groupDigits(
    amountSat,
  )} <span class="unit">sat</span></span>`;

/** A time in UTC; scripts turn it into the reader's own. */
export const moment = (time: Date): Html =>
  html`<time datetime="${time.toISOString()}">${momentText(time)}</time>`;

export const day = (time: Date): Html =>
  html`<time datetime="${time.toISOString()}" data-show="day">${dayText(time)}</time>`;

/** A day or an hour under a heading with a day: scripts leave them in the page's time zone. */
export const givenTime = (time: string, text: string): Html =>
  html`<time datetime="${time}" data-show="given">${text}</time>`;

export const hourText = (time: Date, timeZone: string): string => hourFormat(timeZone).format(time);

/** To make a format takes longer than to use it. */
const HOURS = new Map<string, Intl.DateTimeFormat>();

function hourFormat(timeZone: string): Intl.DateTimeFormat {
  const known = HOURS.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  HOURS.set(timeZone, format);
  return format;
}

export const dayText = (time: Date): string => DAY.format(time);
export const momentText = (time: Date): string => `${MOMENT.format(time)} UTC`;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
