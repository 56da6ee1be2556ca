/** Calendar days, as `2026-11-21`. */

/** The day on which a time falls in a time zone (IANA name). */
export function dayIn(timeZone: string, time: Date): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const year = (parts.get('year') ?? '').padStart(4, '0');
  return `${year}-${parts.get('month')}-${parts.get('day')}`;
}

/** To make a format takes longer than to use it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  FORMATS.set(timeZone, format);
  return format;
}

export function dayBefore(day: string): string {
  const begin = beginOf(day);
  begin.setUTCDate(begin.getUTCDate() - 1);
  return begin.toISOString().slice(0, 10);
}

/** Null for anything that is no day of the calendar. */
export function readDay(text: string): string | null {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return null;
  const begin = beginOf(text);
  const isDay = !Number.isNaN(begin.getTime()) && begin.toISOString().startsWith(text);
  return isDay ? text : null;
}

/** In UTC. */
export const beginOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

export function endOf(day: string): Date {
  const end = beginOf(day);
  end.setUTCDate(end.getUTCDate() + 1);
  return end;
}
