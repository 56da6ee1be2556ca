import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';
import { signatures } from './es/apps/signatures.ts';

/** Spanish: neutral, for Latin America and Spain. */
export const es: LanguageTexts = {
  language: 'es',
  ...readTexts('es'),
  signatures,
};
