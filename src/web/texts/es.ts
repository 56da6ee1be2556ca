import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';

/** Spanish: neutral, for Latin America and Spain. */
export const es: LanguageTexts = {
  language: 'es',
  ...readTexts('es'),
};
