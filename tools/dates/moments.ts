/** A moment at which days, weeks, months, years or the offset of a zone change. */
export interface Moment {
  readonly name: string;
  /** The moment, in UTC. */
  readonly at: string;
}

/**
 * The moments to try. Days, weeks, months and years are those of UTC, so in most zones they change
 * on another day.
 */
export const MOMENTS: readonly Moment[] = [
  { name: 'last hour of a week', at: '2026-11-29T23:10' },
  { name: 'first hour of a week', at: '2026-11-30T00:05' },
  { name: 'last hour of a month', at: '2027-04-30T23:10' },
  { name: 'first hour of a month', at: '2027-05-01T00:05' },
  { name: 'last hour of a year', at: '2026-12-31T23:10' },
  { name: 'first hour of a year', at: '2027-01-01T00:05' },
  { name: '29 February', at: '2028-02-29T23:10' },
  { name: 'summer time of New York begins', at: '2027-03-14T06:59' },
  { name: 'summer time of Europe begins', at: '2027-03-28T00:59' },
  { name: 'summer time of Europe ends', at: '2027-10-31T00:59' },
  { name: 'summer time of New York ends', at: '2027-11-07T05:59' },
];

/**
 * The zones to try: one far ahead of UTC, one behind it with summer time, and one whose offset has
 * half hours and whose summer time is half an hour.
 */
export const ZONES: readonly string[] = [
  'Pacific/Kiritimati',
  'America/New_York',
  'Australia/Lord_Howe',
];

const IS_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** Reads the argument `--at`, a time such as 2027-01-01T00:05; null for any other text. */
export function readMoment(text: string): Moment | null {
  const time = IS_MOMENT.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(time)) return null;
  // A date that does not exist, such as 30 February, is refused.
  return new Date(time).toISOString().startsWith(text) ? { name: 'as asked', at: text } : null;
}

export const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** The number of seconds, with a sign, by which a clock that shows `nowMs` has to be moved. */
export function offsetTo({ at }: Moment, nowMs: number): string {
  const seconds = Math.round((Date.parse(`${at}Z`) - nowMs) / 1000);
  return seconds < 0 ? `${seconds}` : `+${seconds}`;
}
