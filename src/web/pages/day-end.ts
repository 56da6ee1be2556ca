import { DAY_MS } from '../../base/durations.ts';
import type { FormatterSet } from './formatters.ts';

/**
 * Tells when the day ends that limits count by, in the reader's time zone. The day itself is one in
 * UTC.
 */
export function dayEndText({ hourText, timeZone }: FormatterSet, now: Date): string {
  const end = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  return timeZone === 'UTC' ? `${hourText(end)} UTC` : hourText(end);
}
