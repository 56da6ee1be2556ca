import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../i18n/language.ts';

/** The most languages of a header that are looked at; browsers send a handful. */
const MAX_RANGES = 20;

/**
 * Chooses the language of the pages that a browser likes best (RFC 9110, 12.5.4; look-up of RFC
 * 4647, 3.4); English if it likes none of them.
 */
export function readLanguage(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').toLowerCase().split(',', MAX_RANGES).map(readRange);
  const best = ranges
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .find(({ language }) => language !== null);
  return best?.language ?? DEFAULT_LANGUAGE;
}

interface Range {
  /** A language of the pages; null for any other. */
  readonly language: Language | null;
  readonly weight: number;
}

/** Reads a language with its weight: `pt-BR;q=0.8` is Portuguese, 0.8. */
function readRange(text: string): Range {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
  const primary = tag.split('-')[0];
  return {
    language: LANGUAGES.find((one) => one === primary) ?? null,
    weight: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0,
  };
}
