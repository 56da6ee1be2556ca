import { type MailReader, UNKNOWN_READER } from '../i18n/mail-texts.ts';
import type { User } from './user-store.ts';

/**
 * The language and time zone of a user's mail: as they chose, else in the language of their
 * browser, else as the page was read that asked for the mail. It may be a stranger's, so it counts
 * last.
 */
export const mailReader = (
  { preferences, browserLanguage }: Pick<User, 'preferences' | 'browserLanguage'>,
  asker: MailReader = UNKNOWN_READER,
): MailReader => ({
  language: preferences.language ?? browserLanguage ?? asker.language,
  timeZone: preferences.timeZone ?? asker.timeZone,
});
