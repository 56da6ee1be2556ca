import { readableZone } from '../base/time-zone.ts';
import { DEFAULT_LANGUAGE, type Language } from './language.ts';
import type { LanguageTexts, TextsOf } from './language-texts.ts';
import { timeFormats } from './time-formats.ts';

/** The reader of a mail, with their language and time zone. */
export interface MailReader {
  readonly language: Language;
  /** The time zone by its name in the IANA database. */
  readonly timeZone: string;
}

/** The reader of a mail whose language and time zone are not known. */
export const UNKNOWN_READER: MailReader = { language: DEFAULT_LANGUAGE, timeZone: 'UTC' };

/** Texts of a mail in its reader's language, and times in their zone. */
export interface MailTexts extends LanguageTexts {
  /**
   * Writes a moment with its time zone, as a mail may be read anywhere: `28 Nov 2026, 13:34 CET`.
   */
  moment(time: Date): string;
}

export interface MailTextsDeps {
  readonly textsOf: TextsOf;
}

export function mailTexts(
  { textsOf }: MailTextsDeps,
  { language, timeZone }: MailReader,
): MailTexts {
  const formats = timeFormats(language, readableZone(timeZone));
  const zoneAt = (time: Date): string =>
    formats.zone.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return {
    ...textsOf(language),
    moment: (time) => `${formats.moment.format(time)} ${zoneAt(time)}`,
  };
}
