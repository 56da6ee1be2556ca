import { memoize } from '../../base/memoize.ts';

/** Calculates with calendar days, which are written as `2026-11-21`. */

/** The calendar day on which a time falls in a time zone, which is given by its IANA name. */
export function dayIn(timeZone: string, time: Date): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const year = (parts.get('year') ?? '').padStart(4, '0');
  return `${year}-${parts.get('month')}-${parts.get('day')}`;
}

const formatOf = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
);

export const dayBefore = (day: string): string => daysLater(day, -1);

function daysLater(day: string, count: number): string {
  const time = midnightInUtc(day);
  time.setUTCDate(time.getUTCDate() + count);
  return time.toISOString().slice(0, 10);
}

/** Reads a calendar day, such as `2026-11-21`; null if the text is not one. */
export function readDay(text: string): string | null {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return null;
  const time = midnightInUtc(text);
  const isDay = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
  return isDay ? text : null;
}

const midnightInUtc = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** The most seconds by which a time zone may differ from UTC. */
const MAX_OFFSET_SEC = 15 * 3600;

/**
 * The first second of a day in a time zone. It is not midnight if clocks are set forward over
 * midnight on that day.
 */
export function beginOf(timeZone: string, day: string): Date {
  const utcMs = midnightInUtc(day).getTime();
  let [before, within] = [-MAX_OFFSET_SEC, MAX_OFFSET_SEC];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayIn(timeZone, new Date(utcMs + middle * 1000)) < day) before = middle;
    else within = middle;
  }
  return new Date(utcMs + within * 1000);
}

/** The first second of the day that follows the given one, in a time zone. */
export const endOf = (timeZone: string, day: string): Date => beginOf(timeZone, daysLater(day, 1));
