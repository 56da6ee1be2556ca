import { DAY_MS, HOUR_MS } from '../../base/durations.ts';

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
] as const;

type Unit = (typeof UNITS)[number][0];

/**
 * Writes a duration such as `20 minutes`, rounded down, in the words of a language. A unit is used
 * only from two on, so 90 minutes are not `1 hour`.
 */
export function durationText(locale: string, ms: number): string {
  const [unit, unitMs] = UNITS.find(([, length]) => ms >= 2 * length) ?? UNITS[2];
  return formatOf(locale, unit).format(Math.floor(ms / unitMs));
}

const formatOf = (locale: string, unit: Unit): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
