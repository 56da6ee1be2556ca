import { type MailReader, UNKNOWN_READER } from '../i18n/mail-texts.ts';
import type { User } from './user-store.ts';

/**
 * The language and time zone for mails to a user: those that they chose, or else the language of
 * their browser. If that is unknown, it is the language of the page that caused the mail, which a
 * stranger may have read.
 */
export const mailReader = (
  { preferences, browserLanguage }: Pick<User, 'preferences' | 'browserLanguage'>,
  asker: MailReader = UNKNOWN_READER,
): MailReader => ({
  language: preferences.language ?? browserLanguage ?? asker.language,
  timeZone: preferences.timeZone ?? asker.timeZone,
});
