import { type MailReader, UNKNOWN_READER } from '../i18n/mail-texts.ts';
import type { User } from './user-store.ts';

/**
 * The language and time zone for mails to a user: those that they chose, else the language of their
 * browser, else that in which the page was read that caused the mail, perhaps by a stranger.
 */
export const mailReader = (
  { preferences, browserLanguage }: Pick<User, 'preferences' | 'browserLanguage'>,
  asker: MailReader = UNKNOWN_READER,
): MailReader => ({
  language: preferences.language ?? browserLanguage ?? asker.language,
  timeZone: preferences.timeZone ?? asker.timeZone,
});
