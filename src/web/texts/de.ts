import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';

/** German. */
export const de: LanguageTexts = {
  language: 'de',
  ...readTexts('de'),
};
