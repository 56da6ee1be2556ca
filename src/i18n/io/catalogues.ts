/** Reads the catalogues of messages in `locales/` when the service starts. */

import { existsSync, readFileSync } from 'node:fs';
import { memoize } from '../../base/memoize.ts';
import { bindMessages, type Catalogue } from '../catalogue.ts';
import { LANGUAGES, type Language } from '../language.ts';
import type { LanguageTexts, TextsOf } from '../language-texts.ts';
import { CATALOGUES, type Catalogues } from '../messages/catalogues.ts';

const FOLDER = new URL('../../../locales/', import.meta.url);
const EMPTY: Catalogue = {};

/**
 * Reads the catalogue of one language. The English one is read for every language, as it supplies
 * messages that the other lacks.
 */
const readCatalogue = memoize(
  (file): Catalogue => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')),
);

/** Texts of the service, in every language that it has. */
export const LANGUAGE_TEXTS = readLanguages();

export const textsOf: TextsOf = (language) => LANGUAGE_TEXTS[language];

function readLanguages(): Readonly<Record<Language, LanguageTexts>>;
function readLanguages(): object {
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, { language, ...readTexts(language) }]),
  );
}

/**
 * Reads all messages in one language, by subject. A message that the language lacks is in English.
 */
function readTexts(language: Language): Catalogues;
function readTexts(language: Language): object {
  return Object.assign({}, ...CATALOGUES.map((name) => readMessages(name, language)));
}

function readMessages(name: string, language: Language): object {
  const file = `${language}/${name}.json`;
  const own = existsSync(new URL(file, FOLDER)) ? readCatalogue(file) : EMPTY;
  return bindMessages(readCatalogue(`en/${name}.json`), own, language);
}
