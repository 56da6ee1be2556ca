import { DAY_MS, HOUR_MS } from '../../base/durations.ts';

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
] as const;

type Unit = (typeof UNITS)[number][0];

/**
 * Writes a duration such as `20 minutes`, in the words of a language and rounded down. A unit is
 * used from two of it on.
 */
export function durationText(locale: string, ms: number): string {
  const [unit, unitMs] = UNITS.find(([, length]) => ms >= 2 * length) ?? UNITS[2];
  return formatOf(locale, unit).format(Math.floor(ms / unitMs));
}

const formatOf = (locale: string, unit: Unit): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
