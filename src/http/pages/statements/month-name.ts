import type { Figures } from '../kit/figures.ts';
import { type Html, html } from '../kit/html.ts';
import { kept } from '../kit/kept.ts';

type Reader = Pick<Figures, 'locale'>;

/** `November 2026`. */
export const monthName = ({ locale }: Reader, month: string): string =>
  monthFormat(locale).format(new Date(`${month}-01T00:00:00Z`));

export const monthTime = (reader: Reader, month: string): Html =>
  html`<time datetime="${month}" data-show="given">${monthName(reader, month)}</time>`;

/** `23 Nov, 14:05`, as months are in UTC. */
export const lineTime = ({ locale }: Reader, time: Date): Html =>
  html`<time datetime="${time.toISOString()}" data-show="given">${lineFormat(locale).format(
    time,
  )}</time>`;

const monthFormat = kept(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

const lineFormat = kept(
  (language) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
    }),
);
