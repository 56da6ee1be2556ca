import type { LanguageTexts } from '../../i18n/language-texts.ts';
import type { MailReader } from '../../i18n/mail-texts.ts';
import type { Formatters } from '../pages/formatters.ts';

/** Texts of a page in one language, and figures as its reader wants them. */
export interface PageTexts extends LanguageTexts {
  readonly format: Formatters;
}

/**
 * The recipient of a mail about whom nothing is known. The mail is written in the language of the
 * page that caused it.
 */
export const pageReader = ({ language, format: { timeZone } }: PageTexts): MailReader => ({
  language,
  timeZone,
});
