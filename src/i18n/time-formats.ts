import { memoize } from '../base/memoize.ts';

/** Formats of times in a language and in a time zone. */
export const timeFormats = memoize((language, timeZone) => {
  // English texts put the day before the month and use the 24-hour clock, as most of their readers
  // do.
  const locale = language === 'en' ? 'en-GB' : language;
  return {
    moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }),
    hour: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }),
    weekday: new Intl.DateTimeFormat(locale, { ...WEEKDAY, timeZone: 'UTC' }),
    zone: new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }),
  };
});

const WEEKDAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
