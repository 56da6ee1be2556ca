const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

type Unit = (typeof UNITS)[number][0];

/** `20 minutes`, in the words of a language and rounded down; from two of a unit on it is used. */
export function lastingText(locale: string, ms: number): string {
  const [unit, unitMs] = UNITS.find(([, length]) => ms >= 2 * length) ?? UNITS[2];
  return formatOf(locale, unit).format(Math.floor(ms / unitMs));
}

const formatOf = (locale: string, unit: Unit): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
