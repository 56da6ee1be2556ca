import { DAY_MS } from '../../base/durations.ts';
import type { SelectOption } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/**
 * The lifetimes among which people choose. Each is counted from now, so that it does not depend on
 * a time zone.
 */
export interface Lifetimes {
  /** The end that the access has now, which the user can keep; left out if it has none yet. */
  readonly presentEnd?: Date | null;
}

const DAYS = [7, 30, 90, 365] as const;

export const NEVER = 'never';
export const KEEP = 'keep';

export function lifetimeOptions(
  { format, lifetimes: words }: Pick<PageTexts, 'format' | 'lifetimes'>,
  { presentEnd = null }: Lifetimes,
): readonly SelectOption[] {
  const kept: SelectOption | null =
    presentEnd === null ? null : [KEEP, words.keep({ date: format.dayText(presentEnd) })];
  return [
    ...(kept === null ? [] : [kept]),
    ...DAYS.map((days): SelectOption => [String(days), words.days[days]]),
    [NEVER, words.never],
  ];
}

export type LifetimeEnd = { readonly kind: 'ends'; readonly at: Date | null };

/** Reads the chosen lifetime; null if the text is not one of the choices. */
export function readLifetime(
  text: string,
  now: Date,
  { presentEnd = null }: Lifetimes,
): LifetimeEnd | null {
  if (text === NEVER) return { kind: 'ends', at: null };
  if (text === KEEP && presentEnd !== null) return { kind: 'ends', at: presentEnd };
  const days = DAYS.find((known) => String(known) === text);
  return days === undefined ? null : { kind: 'ends', at: new Date(now.getTime() + days * DAY_MS) };
}
