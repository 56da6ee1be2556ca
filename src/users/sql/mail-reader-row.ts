import type { Language } from '../../i18n/language.ts';
import { type MailReader, UNKNOWN_READER } from '../../i18n/mail-texts.ts';

/** Columns by which `mailReader` chooses the language and time zone of a mail to a user. */
export interface MailReaderRow {
  readonly language: Language | null;
  readonly time_zone: string | null;
}

/**
 * SQL for the columns that describe the reader of a mail, from the table `wallet_user`, named `u`
 * in the statement.
 */
export const MAIL_READER_COLUMNS =
  'coalesce(u.language, u.browser_language) as language, u.time_zone';

export const parseMailReader = ({ language, time_zone: timeZone }: MailReaderRow): MailReader => ({
  language: language ?? UNKNOWN_READER.language,
  timeZone: timeZone ?? UNKNOWN_READER.timeZone,
});
