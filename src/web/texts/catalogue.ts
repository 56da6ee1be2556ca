import { existsSync, readFileSync } from 'node:fs';
import { memoize } from '../../base/memoize.ts';
import type { Language } from '../../users/preferences.ts';
import { readMessage } from './message.ts';
import { CATALOGUES, type Catalogues } from './messages/catalogues.ts';

/** Messages in groups, as a file below `locales/` has them. */
export interface Catalogue {
  readonly [name: string]: string | Catalogue;
}

const FOLDER = new URL('../../../locales/', import.meta.url);
const EMPTY: Catalogue = {};

/** Every message in one language, by subject. What the language lacks is said in English. */
export function readTexts(language: Language): Catalogues;
export function readTexts(language: Language): object {
  return Object.assign({}, ...CATALOGUES.map((name) => readMessages(name, language)));
}

function readMessages(name: string, language: Language): object {
  const file = `${language}/${name}.json`;
  const own = existsSync(new URL(file, FOLDER)) ? readCatalogue(file) : EMPTY;
  return bindMessages(readCatalogue(`en/${name}.json`), own, language);
}

/** Every language needs the English one. */
const readCatalogue = memoize(
  (file): Catalogue => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')),
);

/** Messages of a language in the shape of the English ones. Each is read when it is first used. */
export function bindMessages(english: Catalogue, own: Catalogue, language: string): object {
  const bound = {};
  for (const [name, source] of Object.entries(english)) {
    const translated = own[name];
    define(bound, name, () => {
      if (typeof source !== 'string') {
        return bindMessages(source, typeof translated === 'object' ? translated : EMPTY, language);
      }
      return typeof translated === 'string'
        ? readMessage(translated, language)
        : readMessage(source, 'en');
    });
  }
  return bound;
}

/** A property that is made when it is read for the first time. */
function define(target: object, name: string, make: () => unknown): void {
  const get = (): unknown => {
    const value = make();
    Object.defineProperty(target, name, { value, enumerable: true });
    return value;
  };
  Object.defineProperty(target, name, { get, enumerable: true, configurable: true });
}
