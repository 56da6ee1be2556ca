import { memoize } from '../base/memoize.ts';

/** Forms of times in a language, on the clocks of a time zone. */
export const timeFormats = memoize((language, timeZone) => {
  // Days before months, and hours to 24, as most readers of English write them.
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
