import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';
import { signatures } from './pt/apps/signatures.ts';

export const pt: LanguageTexts = {
  language: 'pt',
  ...readTexts('pt'),
  signatures,
};
