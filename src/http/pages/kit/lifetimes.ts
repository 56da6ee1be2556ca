import type { SelectOption } from './controls.ts';
import { dayText } from './figures.ts';

/** How long something lasts, as people choose it: a length from now, which no time zone changes. */
export interface Lifetimes {
  /** The end that there is and that can be kept, where there is something already. */
  readonly presentEnd?: Date | null;
}

const DAYS: readonly (readonly [value: string, label: string, days: number])[] = [
  ['7', 'after a week', 7],
  ['30', 'after 30 days', 30],
  ['90', 'after 90 days', 90],
  ['365', 'after a year', 365],
];

export const NEVER = 'never';
export const KEEP = 'keep';

export function lifetimeOptions({ presentEnd = null }: Lifetimes): readonly SelectOption[] {
  const kept: SelectOption | null =
    presentEnd === null ? null : [KEEP, `on ${dayText(presentEnd)}, as it is now`];
  return [
    ...(kept === null ? [] : [kept]),
    ...DAYS.map(([value, label]): SelectOption => [value, label]),
    [NEVER, 'never, until I end it'],
  ];
}

export type LifetimeEnd = { readonly kind: 'ends'; readonly at: Date | null };

/** Null where the text is none of the choices. */
export function readLifetime(
  text: string,
  now: Date,
  { presentEnd = null }: Lifetimes,
): LifetimeEnd | null {
  if (text === NEVER) return { kind: 'ends', at: null };
  if (text === KEEP && presentEnd !== null) return { kind: 'ends', at: presentEnd };
  const days = DAYS.find(([value]) => value === text)?.[2];
  return days === undefined ? null : { kind: 'ends', at: new Date(now.getTime() + days * DAY_MS) };
}

const DAY_MS = 86_400_000;
