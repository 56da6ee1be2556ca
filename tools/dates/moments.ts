/** A moment at which days, weeks, months, years or the offset of a zone change. */
export interface Moment {
  readonly name: string;
  /** In UTC. */
  readonly at: string;
}

/** What begins and ends is that of UTC; most zones stand on another day then. */
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

/** Far ahead, behind with summer time, and ahead by half hours with half an hour of summer time. */
export const ZONES: readonly string[] = [
  'Pacific/Kiritimati',
  'America/New_York',
  'Australia/Lord_Howe',
];

const IS_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** What `--at` names: a time such as 2027-01-01T00:05; null if it is none. */
export function readMoment(text: string): Moment | null {
  const time = IS_MOMENT.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(time)) return null;
  // There is no 30 February.
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

/** By how many seconds a clock that says `nowMs` has to be moved, with their sign. */
export function offsetTo({ at }: Moment, nowMs: number): string {
  const seconds = Math.round((Date.parse(`${at}Z`) - nowMs) / 1000);
  return seconds < 0 ? `${seconds}` : `+${seconds}`;
}
