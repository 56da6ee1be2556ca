import { LANGUAGES, type Language } from '../../users/preferences.ts';
import { readTexts } from './catalogue.ts';
import type { Catalogues } from './messages/catalogues.ts';

/** What the pages say in one language. */
export interface LanguageTexts extends Catalogues {
  readonly language: Language;
}

/** What the pages say, in every language that they have. */
export const LANGUAGE_TEXTS = readLanguages();

function readLanguages(): Readonly<Record<Language, LanguageTexts>>;
function readLanguages(): object {
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, { language, ...readTexts(language) }]),
  );
}
