import { readTexts } from './catalogue.ts';
import type { LanguageTexts } from './en.ts';

export const pt: LanguageTexts = {
  language: 'pt',
  ...readTexts('pt'),
};
