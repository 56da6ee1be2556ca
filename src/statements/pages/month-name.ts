import { memoize } from '../../base/memoize.ts';
import { readableZone } from '../../base/time-zone.ts';
import type { Html } from '../../i18n/html.ts';
import { type Formatters, givenTime } from '../../web/pages/formatters.ts';

type Reader = Pick<Formatters, 'locale'>;

/** Writes a month as `November 2026`. */
export const monthName = ({ locale }: Reader, month: string): string =>
  monthFormat(locale).format(new Date(`${month}-01T00:00:00Z`));

export const monthTime = (reader: Reader, month: string): Html =>
  givenTime(month, monthName(reader, month));

/** Writes a time as `23 Nov, 14:05`, in the time zone of a month. */
export const lineTime = ({ locale }: Reader, timeZone: string, time: Date): Html =>
  givenTime(time.toISOString(), lineFormat(locale, timeZone).format(time));

const monthFormat = memoize(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

const lineFormat = memoize(
  (language, timeZone) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: readableZone(timeZone),
    }),
);
