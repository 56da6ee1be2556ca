import { type Sat, sat } from '../base/amount.ts';
import { MAX_BUDGET_SAT } from '../base/limits.ts';
import type { OutflowLimits } from './outflow-limits.ts';

export type OutflowLimitName = keyof OutflowLimits;

export const OUTFLOW_LIMIT_NAMES = [
  'hourSat',
  'daySat',
  'netDaySat',
  'singleSat',
  'countHour',
] as const;

const MAX_COUNT = 100_000_000;

/** The most that can be chosen as a limit. */
export const maxLimit = (name: OutflowLimitName): bigint =>
  name === 'countHour' ? BigInt(MAX_COUNT) : MAX_BUDGET_SAT;

/** Reads an amount that was typed as a limit, in whole sats from 1; null for anything else. */
export function readLimitSat(text: string): Sat | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const amount = BigInt(text);
  return amount <= MAX_BUDGET_SAT ? sat(amount) : null;
}

/** Reads a number of payments that was typed as a limit, from 1; null for anything else. */
export function readLimitCount(text: string): number | null {
  if (!/^[1-9]\d{0,8}$/.test(text)) return null;
  const count = Number(text);
  return count <= MAX_COUNT ? count : null;
}

export type LimitTexts = Readonly<Record<OutflowLimitName, string>>;

/**
 * Why a limit that was typed cannot be chosen: it is no whole number, or more than the settings
 * allow.
 */
export type LimitProblem = 'not_a_number' | 'above_settings';

export interface ReadLimits {
  /** The limits that were changed; null removes one. */
  readonly changes: Partial<OutflowLimits>;
  readonly problems: Readonly<Partial<Record<OutflowLimitName, LimitProblem>>>;
}

/**
 * Reads the limits of a form. Only a text that differs from the one that the form has shown changes
 * a limit, and an empty one removes it. What the settings say cannot be raised.
 */
export function readTypedLimits(
  typed: LimitTexts,
  shown: LimitTexts,
  settings: OutflowLimits,
): ReadLimits {
  const changes: { [name in OutflowLimitName]?: OutflowLimits[name] } = {};
  const problems: { [name in OutflowLimitName]?: LimitProblem } = {};
  for (const name of OUTFLOW_LIMIT_NAMES) {
    const text = typed[name];
    if (text === shown[name]) continue;
    const read = name === 'countHour' ? readLimitCount(text) : readLimitSat(text);
    const most = settings[name];
    if (text !== '' && read === null) problems[name] = 'not_a_number';
    else if (read !== null && most !== null && read > most) problems[name] = 'above_settings';
    else Object.assign(changes, { [name]: read });
  }
  return { changes, problems };
}

/** The limits as the fields of a form show them; '' for none. */
export const limitTexts = (limits: OutflowLimits): LimitTexts => ({
  hourSat: textOf(limits.hourSat),
  daySat: textOf(limits.daySat),
  netDaySat: textOf(limits.netDaySat),
  singleSat: textOf(limits.singleSat),
  countHour: textOf(limits.countHour),
});

const textOf = (limit: Sat | number | null): string => (limit === null ? '' : String(limit));

/** Whether there is any limit. */
export const hasLimits = (limits: OutflowLimits): boolean =>
  OUTFLOW_LIMIT_NAMES.some((name) => limits[name] !== null);
