import type { Language } from '../../i18n/language.ts';

/** Names of languages as their speakers call them, in whatever language the page is. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  pt: 'Português',
};
