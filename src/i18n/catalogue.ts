import { readMessage } from './message.ts';

/** Messages in groups, in the shape of the JSON files in `locales/`. */
export interface Catalogue {
  readonly [name: string]: string | Catalogue;
}

const EMPTY: Catalogue = {};

/**
 * Binds the messages of a language to the shape of the English ones. Each message is parsed when it
 * is first used.
 */
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

/** Defines a property whose value is computed when it is first read. */
function define(target: object, name: string, make: () => unknown): void {
  const get = (): unknown => {
    const value = make();
    Object.defineProperty(target, name, { value, enumerable: true });
    return value;
  };
  Object.defineProperty(target, name, { get, enumerable: true, configurable: true });
}
