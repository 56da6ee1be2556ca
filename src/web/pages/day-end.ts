import { DAY_MS } from '../../base/durations.ts';
import type { FormatterSet } from './formatters.ts';

/**
 * Tells, in the reader's time zone, when the present day ends. Limits per day count by days in UTC.
 */
export function dayEndText({ hourText, timeZone }: FormatterSet, now: Date): string {
  const end = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  return timeZone === 'UTC' ? `${hourText(end)} UTC` : hourText(end);
}
