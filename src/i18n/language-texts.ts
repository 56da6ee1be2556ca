import type { Language } from './language.ts';
import type { Catalogues } from './messages/catalogues.ts';

/** Texts of the service in one language. */
export interface LanguageTexts extends Catalogues {
  readonly language: Language;
}

/** Port: finds the texts of a language. */
export type TextsOf = (language: Language) => LanguageTexts;
