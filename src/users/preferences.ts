/** The preferences of users for their pages and mails, and how a form with them is read. */

import type { Sat } from '../base/amount.ts';
import { sat } from '../base/amount.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { presentZone } from '../base/time-zone.ts';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { CONFIRM_ABOVE_SAT } from './limits.ts';

/** Ways to write amounts: `1,000 sat`, `₿1,000` (BIP 177), `0.00001000 BTC`. */
export const UNITS = ['sat', 'bip177', 'btc'] as const;
export type Unit = (typeof UNITS)[number];

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Preferences of a user. They change what is shown, never what is paid. */
export interface Preferences {
  /** The language; null for the one that the browser asks for. */
  readonly language: Language | null;
  readonly unit: Unit;
  /** The currency (ISO 4217) in which values are shown beside amounts; null for none. */
  readonly currency: string | null;
  /**
   * The name of a time zone in the IANA database; null for that of the browser, or for UTC where
   * the browser tells none.
   */
  readonly timeZone: string | null;
  readonly theme: Theme;
  /** Whether dots take the place of amounts on Home and in lists. */
  readonly hidesAmounts: boolean;
  /**
   * Whether the people of this service whom this user pays see the user's name. They see it only if
   * both sides have chosen so.
   */
  readonly showsName: boolean;
  /** The number of sats above which users must prove who they are before a payment. */
  readonly confirmAboveSat: Sat;
}

export const DEFAULT_PREFERENCES: Preferences = {
  language: null,
  unit: 'sat',
  currency: null,
  timeZone: null,
  theme: 'system',
  hidesAmounts: false,
  showsName: false,
  confirmAboveSat: sat(CONFIRM_ABOVE_SAT),
};

/**
 * Preferences that are set in one common form. The amount above which users must prove who they are
 * has a form of its own, because it guards money.
 */
export type LookPreferences = Omit<Preferences, 'confirmAboveSat'>;

/** Preferences as texts of a form, where '' stands for null. */
export type PreferenceTexts = Readonly<Record<keyof LookPreferences, string>>;

export interface PreferenceRefusal {
  readonly kind: 'bad_preference';
  /**
   * The field whose value was refused. A preference that is on or off is never refused, as any text
   * turns it on.
   */
  readonly field: Exclude<keyof LookPreferences, 'hidesAmounts' | 'showsName'>;
}

/** Reads preferences from a form; `currencies` are those whose value can be shown. */
export function readPreferences(
  texts: PreferenceTexts,
  currencies: readonly string[],
): Result<LookPreferences, PreferenceRefusal> {
  const language = oneOf(['', ...LANGUAGES], texts.language);
  const unit = oneOf(UNITS, texts.unit);
  const currency = oneOf(['', ...currencies], texts.currency);
  const timeZone = texts.timeZone === '' ? '' : presentZone(texts.timeZone);
  const theme = oneOf(THEMES, texts.theme);
  if (language === null) return no('language');
  if (unit === null) return no('unit');
  if (currency === null) return no('currency');
  if (timeZone === null) return no('timeZone');
  if (theme === null) return no('theme');
  return accept({
    language: language === '' ? null : language,
    unit,
    currency: currency === '' ? null : currency,
    timeZone: timeZone === '' ? null : timeZone,
    theme,
    hidesAmounts: texts.hidesAmounts !== '',
    showsName: texts.showsName !== '',
  });
}

const no = (field: PreferenceRefusal['field']) =>
  refuse({ kind: 'bad_preference', field } as const);

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | null =>
  values.find((value) => value === text) ?? null;

/**
 * Reads the sum above which users must prove who they are before a payment; null where the text is
 * no whole number. Sixteen digits are enough for all sats that exist.
 */
export const readConfirmAbove = (text: string): Sat | null =>
  /^\d{1,16}$/.test(text) ? sat(BigInt(text)) : null;
